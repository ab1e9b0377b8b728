import type { RecordImport } from '#contract/imports.ts'
import { SENT } from '#contract/records/records.ts'
import { changesFromNothing } from '../database/history.ts'
import { planAgain } from '../database/planAgain.ts'
import type { GoodRecord } from './checkRecords.ts'
import { inSmallBatches, type Importing, saveImportRows, type Trx } from './importing.ts'

const tables = {
  results: { entity: 'report', records: 'reports', parts: 'marks', owner: 'report_id' },
  receipts: { entity: 'receipt', records: 'receipts', parts: 'items', owner: 'receipt_id' },
} as const

/** Saves records of the past. They count as sent, so that no letter is written about them. */
export async function saveRecords(
  trx: Trx,
  kind: RecordImport,
  good: GoodRecord[],
  importing: Importing,
): Promise<void> {
  const { entity, records, parts, owner } = tables[kind]
  const { at, user_id: by } = importing
  const state = { file_id: null, status: SENT, remark: null, version: 1, verified_by: null }
  const stamp = { created_at: at, created_by: by, updated_at: at, entered_by: by }
  const save = async (some: GoodRecord[]) => {
    const rows = some.map(({ student, columns }) => ({
      student_id: student.id,
      ...columns,
      ...state,
      ...stamp,
    }))
    const saved = await trx
      // The compiler cannot know that the rows are of this table.
      .insertInto(records as 'reports')
      .values(rows as never[])
      .returning(['id', 'student_id', 'year_id', 'term_id'])
      .execute()
    await planAgain(trx)
    const ids = new Map(saved.map(({ id, ...record }) => [keyOf(record), id]))
    const idOf = ({ student, columns }: GoodRecord) =>
      ids.get(keyOf({ student_id: student.id, ...columns })) ?? 0
    const lines = some.flatMap((record) => record.parts.map((part) => ({ ...part, [owner]: idOf(record) })))
    await trx
      .insertInto(parts as 'marks')
      .values(lines as never[])
      .execute()
    await saveImportRows(
      trx,
      importing,
      some.map((record) => ({
        entity,
        entity_id: idOf(record),
        row: record.row,
        name: record.student.name,
        ref: record.student.ref,
        version: 1,
        changes: changesFromNothing(record.facts),
      })),
    )
  }
  for (const some of withoutSameTerm(good)) await inSmallBatches(some, save)
}

/** Divides records so that student and term identify each row of a statement: the second receipts of a term follow the first. */
function withoutSameTerm(good: GoodRecord[]): GoodRecord[][] {
  const parts: GoodRecord[][] = []
  const times = new Map<string, number>()
  for (const record of good) {
    const key = keyOf({ student_id: record.student.id, ...record.columns })
    const nth = times.get(key) ?? 0
    times.set(key, nth + 1)
    const part = (parts[nth] ??= [])
    part.push(record)
  }
  return parts
}

const keyOf = ({ student_id, year_id, term_id }: { student_id: number; year_id: number; term_id: number }) =>
  `${student_id} ${year_id} ${term_id}`
