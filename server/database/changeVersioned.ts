import type { Selectable } from 'kysely'
import { ApiError, notFound } from '../base/ApiError.ts'
import { type Change, changesBetween, type Subject, listHistory, type Trx, writeChange } from './history.ts'
import { lockRow } from './lockRow.ts'
import { type StudentEntity, studentEntities } from './studentEntities.ts'
import type { Tables } from './tables.ts'

/** The rows that have a version, so that users cannot overwrite a change that they have not seen. */
type Rows = {
  [Entity in StudentEntity as 'version' extends keyof Tables[TableOf<Entity>] ? Entity : never]: Selectable<
    Tables[TableOf<Entity>]
  >
}
type TableOf<Entity extends StudentEntity> = (typeof studentEntities)[Entity]

export type RowChange<Row> = {
  columns: Partial<Row>
  /** The values before and after, as the history shows them. */
  from: Record<string, unknown>
  to: Record<string, unknown>
  /** The name of the change in the history, if it depends on the row. */
  action?: string
}

type Circumstances = {
  /** The version that the caller had loaded, if the call names one. */
  known?: number | undefined
  /** The name of the change in the history. */
  action: string
  /** The message of a refusal, from the names of those who have saved in the meantime. */
  changedMeanwhile: (names: string) => string
  /** The fields that the history in a refusal leaves out, because this caller may not see them. */
  hiddenFields?: readonly string[]
  /** Columns that are written with every change, but do not count as a change. */
  stamp?: { updated_by: number }
}

/**
 * Changes a row that has a version: locks the row, compares the caller's version, makes the change and writes its
 * history. It writes nothing if nothing differs.
 */
export async function changeVersioned<Entity extends keyof Rows>(
  change: Change,
  entity: Entity,
  id: number,
  circumstances: Circumstances,
  work: (before: Rows[Entity]) => Promise<RowChange<Rows[Entity]>>,
): Promise<void> {
  const { trx, at } = change
  const { known, action, stamp } = circumstances
  const table: TableOf<keyof Rows> = studentEntities[entity]
  const before = await lockRow(trx, table, id)
  if (!before) throw notFound()
  const { version } = before
  if (known !== undefined && known !== version)
    throw await staleError(trx, subjectOf(entity, before), version, known, circumstances)

  // The compiler cannot know that a row of this table is a row of this entity.
  const { columns, from, to, action: rowAction = action } = await work(before as Rows[Entity])
  const changed: object = columns
  const changes = changesBetween(from, to)
  // Compares columns and history: marks are not among the columns, and two people may have the same name in the
  // history.
  const areColumnsSame = Object.keys(changesBetween<object>(before, changed)).length === 0
  if (areColumnsSame && Object.keys(changes).length === 0) return
  await trx
    .updateTable(trx.dynamic.table(table).as('row'))
    .set({ updated_at: at, ...changed, ...stamp, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await writeChange(change, { ...subjectOf(entity, before), action: rowAction, changes })
}

function subjectOf(entity: keyof Rows, { id, student_id }: { id: number; student_id?: number }): Subject {
  if (entity === 'student') return { entity, entity_id: id }
  if (student_id === undefined) throw new Error('A record has a student.')
  return { entity, entity_id: id, student_id }
}

/** Reports who changed what since the version that the caller had loaded. Each version is one entry of the history. */
async function staleError(
  trx: Trx,
  subject: Subject,
  version: number,
  known: number,
  { changedMeanwhile, hiddenFields = [] }: Circumstances,
): Promise<ApiError> {
  const entries = await listHistory(trx, subject, { limit: Math.max(1, version - known) })
  const names = [...new Set(entries.map(({ by }) => by ?? 'Somebody'))].join(' and ')
  const history = entries.map(({ changes, ...entry }) =>
    Object.assign(entry, { changes: changes.filter(({ field }) => !hiddenFields.includes(field)) }),
  )
  return new ApiError(409, changedMeanwhile(names), { conflict: { version, history } })
}
