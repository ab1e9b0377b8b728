import type { Kysely, Selectable } from 'kysely'
import type { SessionUser } from '#contract/auth.ts'
import type { HistoryEntry } from '#contract/history.ts'
import { canSeeLiaisonAndSupporter } from '#contract/permissions.ts'
import { STUDENT_ACTIVE, studentMessages } from '#contract/students.ts'
import { userName } from '#contract/users.ts'
import { changesBetween, type Changes, writeHistory } from '../database/history.ts'
import type { Tables } from '../database/tables.ts'
import { ApiError, conflict, notFound } from '../http/ApiError.ts'
import type { Services } from '../Services.ts'
import { listStudentHistory } from './studentHistory.ts'

type Trx = Kysely<Tables>
type StudentColumns = Tables['students']

/** A student as the change finds them, with the names of whom and what they are connected to. */
export type StudentBefore = Selectable<StudentColumns> & {
  school: string
  liaison: string
  supporter: string | null
}

type Change = {
  columns: Partial<Selectable<StudentColumns>>
  /** What the history tells, in words. */
  from: Record<string, unknown>
  to: Record<string, unknown>
}

type Circumstances = {
  action: string
  /** The version that the caller had loaded, if they say. */
  known: number | undefined
  actor: SessionUser
  /** Only the status of a student who is not active may change. */
  isForAll?: boolean
}

/**
 * The one way to change a student: in one transaction the row is held, the version and the status are checked,
 * the change is made and its history written.
 */
export function changeStudent(
  id: number,
  { action, known, actor, isForAll = false }: Circumstances,
  { db, clock }: Services,
  work: (trx: Trx, before: StudentBefore) => Promise<Change>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const before = await holdStudent(trx, id)
    if (known !== undefined && known !== before.version) throw await overtaken(trx, before, known, actor)
    if (!isForAll && before.status !== STUDENT_ACTIVE) throw conflict(studentMessages.notActive)

    const { columns, from, to } = await work(trx, before)
    // Not the words: two liaison officers may have one name.
    if (Object.keys(changesBetween<Partial<StudentBefore>>(before, columns)).length === 0) return
    const changes: Changes = changesBetween(from, to)
    const at = clock().toISOString()
    await trx
      .updateTable('students')
      .set({ ...columns, version: before.version + 1, updated_at: at, updated_by: actor.id })
      .where('id', '=', id)
      .execute()
    await writeHistory(trx, { entity: 'student', entity_id: id, action, changes, user_id: actor.id, at })
  })
}

/** The row, held until the transaction ends: writing it to its own value is the lock that both engines know. */
async function holdStudent(trx: Trx, id: number): Promise<StudentBefore> {
  const held = await trx
    .updateTable('students')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!held) throw notFound()
  const { school } = await trx
    .selectFrom('schools')
    .select('school')
    .where('id', '=', held.school_id)
    .executeTakeFirstOrThrow()
  const liaison = (await nameOf(trx, held.liaison_id)) ?? ''
  return { ...held, school, liaison, supporter: await nameOf(trx, held.supporter_id) }
}

async function nameOf(trx: Trx, id: number | null): Promise<string | null> {
  if (id === null) return null
  const user = await trx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return userName(user)
}

/**
 * Says who changed what since the version that the caller had loaded, as far as they may see it. Each version is one
 * entry of the history.
 */
async function overtaken(
  trx: Trx,
  { id, version }: StudentBefore,
  known: number,
  { role }: SessionUser,
): Promise<ApiError> {
  const entries = await listStudentHistory(trx, id, Math.max(1, version - known))
  const names = [...new Set(entries.map(({ by }) => by ?? 'Somebody'))].join(' and ')
  const history = canSeeLiaisonAndSupporter(role) ? entries : entries.map(withoutPeople)
  return new ApiError(409, studentMessages.changedMeanwhile(names), { conflict: { version, history } })
}

const people = new Set(['liaison', 'supporter'])

const withoutPeople = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  changes: entry.changes.filter(({ field }) => !people.has(field)),
})
