import type { RecordImport } from '#contract/imports.ts'
import { SENT } from '#contract/records/records.ts'
import { discardPlans } from '../database/engines/discardPlans.ts'
import type { GoodRecord } from './checkRecords.ts'
import { addRows, inSmallBatches, type Importing } from './importing.ts'

const tablesOf = {
  results: { entity: 'report', parts: 'marks', owner: 'report_id' },
  receipts: { entity: 'receipt', parts: 'items', owner: 'receipt_id' },
} as const

/** Saves records of the past. They count as sent, so that no letter is written about them. */
export async function saveRecords(
  importing: Importing,
  kind: RecordImport,
  good: GoodRecord[],
): Promise<void> {
  const { entity, parts, owner } = tablesOf[kind]
  const { trx, at, actor } = importing
  const state = { file_id: null, status: SENT, remark: null, version: 1, verified_by: null }
  const stamp = { created_at: at, created_by: actor.id, updated_at: at, entered_by: actor.id }
  const ids = await addRows(importing, entity, good, ({ row, student, columns, facts }) => ({
    row,
    name: student.name,
    ref: student.ref,
    student_id: student.id,
    version: 1,
    columns: { student_id: student.id, ...columns, ...state, ...stamp },
    facts,
  }))
  await discardPlans(trx)
  for await (const some of inSmallBatches([...good.entries()])) {
    const lines = some.flatMap(([index, record]) =>
      record.parts.map((part, place) => ({ ...part, place, [owner]: ids[index] })),
    )
    await trx
      // The compiler cannot know that the rows are of this table.
      .insertInto(parts as 'marks')
      .values(lines as never[])
      .execute()
  }
}
