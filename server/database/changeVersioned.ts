import type { Kysely, Selectable } from 'kysely'
import type { SessionUser } from '#contract/auth.ts'
import { ApiError, notFound } from '../http/ApiError.ts'
import type { Db } from './connect.ts'
import { changesBetween, type HistoryEntry, listHistory, writeHistory } from './history.ts'
import { holdRow } from './holdRow.ts'
import type { Tables } from './tables.ts'

type Trx = Kysely<Tables>

/** The rows that have a version, so that nobody saves over a change that they have not seen. */
type Rows = {
  student: Selectable<Tables['students']>
  report: Selectable<Tables['reports']>
  receipt: Selectable<Tables['receipts']>
}
const tables = { student: 'students', report: 'reports', receipt: 'receipts' } as const

/** Who makes a change, and which version they had before their eyes, if they say. */
export type Changing = { actor: SessionUser; known: number | undefined }

export type Change<Row> = {
  columns: Partial<Row>
  /** What the history tells, in words. */
  from: Record<string, unknown>
  to: Record<string, unknown>
}

type Circumstances = Changing & {
  /** What the history calls the change. */
  action: string
  /** What a refusal says of whoever was faster. */
  changedMeanwhile: (names: string) => string
  /** What the refusal does not tell this caller of the history. */
  hiddenFields?: readonly string[]
  /** Written with every change, and no change by itself. */
  stamp?: { updated_by: number }
}

/**
 * Changes what has a version: in one transaction the row is locked, the caller's version is compared with it, the change
 * is made, and its history is written. Where nothing differs, nothing is written.
 */
export function changeVersioned<Entity extends keyof Rows>(
  entity: Entity,
  id: number,
  circumstances: Circumstances,
  { db, clock }: { db: Db; clock: () => Date },
  work: (trx: Trx, before: Rows[Entity], at: string) => Promise<Change<Rows[Entity]>>,
): Promise<void> {
  const { actor, known, action, stamp } = circumstances
  const table: (typeof tables)[keyof Rows] = tables[entity]
  return db.transaction().execute(async (trx) => {
    const before = await holdRow(trx, table, id)
    if (!before) throw notFound()
    const { version } = before
    if (known !== undefined && known !== version)
      throw await overtaken(trx, { entity, entity_id: id }, version, known, circumstances)

    const at = clock().toISOString()
    // The compiler does not follow that the row of an entity's table is that entity's row.
    const { columns, from, to } = await work(trx, before as Rows[Entity], at)
    const changed: object = columns
    const changes = changesBetween(from, to)
    // Both are asked: marks are no columns, and two people may have one name.
    const areColumnsSame = Object.keys(changesBetween<object>(before, changed)).length === 0
    if (areColumnsSame && Object.keys(changes).length === 0) return
    await trx
      .updateTable(trx.dynamic.table(table).as('held'))
      .set({ ...changed, ...stamp, version: version + 1, updated_at: at })
      .where('id', '=', id)
      .execute()
    await writeHistory(trx, { entity, entity_id: id, action, changes, user_id: actor.id, at })
  })
}

/** Says who changed what since the version that the caller had loaded. Each version is one entry of the history. */
async function overtaken(
  trx: Trx,
  { entity, entity_id }: Pick<HistoryEntry, 'entity' | 'entity_id'>,
  version: number,
  known: number,
  { changedMeanwhile, hiddenFields = [] }: Circumstances,
): Promise<ApiError> {
  const entries = await listHistory(trx, entity, entity_id, Math.max(1, version - known))
  const names = [...new Set(entries.map(({ by }) => by ?? 'Somebody'))].join(' and ')
  const history = entries.map(({ changes, ...entry }) =>
    Object.assign(entry, { changes: changes.filter(({ field }) => !hiddenFields.includes(field)) }),
  )
  return new ApiError(409, changedMeanwhile(names), { conflict: { version, history } })
}
