import type { Kysely } from 'kysely'
import { recordMessages } from '#contract/records.ts'
import type { SessionUser } from '#contract/auth.ts'
import { STUDENT_ACTIVE, studentMessages } from '#contract/students.ts'
import { changesBetween, writeHistory } from '../database/history.ts'
import type { Tables } from '../database/tables.ts'
import { ApiError, conflict, notFound } from '../http/ApiError.ts'
import type { Services } from '../Services.ts'
import { listHistory } from '../students/studentHistory.ts'
import { holdStudent } from './findChosen.ts'
import { type RecordKind, type KeptRecord, type RecordColumns, recordTables } from './recordTables.ts'

type Trx = Kysely<Tables>

export type RecordChange = {
  columns: RecordColumns
  /** What the history tells, in words. */
  from: Record<string, unknown>
  to: Record<string, unknown>
}

/** Who changes a record, and which version of it they had before their eyes, if they say. */
export type Changing = { actor: SessionUser; known: number | undefined }

type Circumstances = Changing & {
  action: string
  /** Also of a student who is not active any more. */
  isForAll?: boolean
}

/**
 * The one way to change a report or a receipt: in one transaction the row and its student are held, the version and
 * the student's status are checked, the change is made and its history written.
 */
export function changeRecord(
  kind: RecordKind,
  id: number,
  { action, known, actor, isForAll = false }: Circumstances,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  work: (trx: Trx, before: KeptRecord, at: string) => Promise<RecordChange>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const before = await holdRecord(trx, kind, id)
    const student = await holdStudent(trx, before.student_id)
    if (known !== undefined && known !== before.version) throw await overtaken(trx, kind, before, known)
    if (!isForAll && student?.status !== STUDENT_ACTIVE) throw conflict(studentMessages.notActive)

    const at = clock().toISOString()
    const { columns, from, to } = await work(trx, before, at)
    const changes = changesBetween(from, to)
    if (
      Object.keys(changes).length === 0 &&
      Object.keys(changesBetween<object>(before, columns)).length === 0
    )
      return
    await trx
      .updateTable(tableOf(kind))
      .set({ ...columns, version: before.version + 1, updated_at: at })
      .where('id', '=', id)
      .execute()
    await writeHistory(trx, { entity: kind, entity_id: id, action, changes, user_id: actor.id, at })
  })
}

/** To the compiler all are reports: what happens here is with the columns that they have in common. */
const tableOf = (kind: RecordKind) => recordTables[kind] as 'reports'

/** Writing a row to its own value is the lock that both engines know. */
async function holdRecord(trx: Trx, kind: RecordKind, id: number): Promise<KeptRecord> {
  const held = await trx
    .updateTable(tableOf(kind))
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!held) throw notFound()
  return held
}

/** Says who changed what since the version that the caller had loaded. Each version is one entry of the history. */
async function overtaken(
  trx: Trx,
  kind: RecordKind,
  { id, version }: { id: number; version: number },
  known: number,
): Promise<ApiError> {
  const history = await listHistory(trx, kind, id, Math.max(1, version - known))
  const names = [...new Set(history.map(({ by }) => by ?? 'Somebody'))].join(' and ')
  return new ApiError(409, recordMessages.changedMeanwhile(names), { conflict: { version, history } })
}
