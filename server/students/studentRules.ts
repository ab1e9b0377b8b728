import type { Kysely } from 'kysely'
import type { FieldErrors } from '#contract/errors.ts'
import { fold } from '#contract/fold.ts'
import { canHoldStudents, SUPPORTER } from '#contract/permissions.ts'
import { studentMessages } from '#contract/students.ts'
import { USER_ACTIVE, USER_DISABLED, userName } from '#contract/users.ts'
import { holdRow } from '../database/holdRow.ts'
import type { Tables } from '../database/tables.ts'
import { invalid } from '../http/ApiError.ts'

type Trx = Kysely<Tables>

/** Somebody a student is connected with, and their name. */
export type Connected = { id: number; name: string }

/** What a form names by its id, looked up: what is not there, or may not be chosen, is told under its field. */
export async function findChosen(
  trx: Trx,
  { school_id, liaison_id }: { school_id: number; liaison_id: number },
  liaisonBefore?: Connected,
): Promise<{ school: Connected; liaison: Connected }> {
  const school = await trx
    .selectFrom('schools')
    .select(['id', 'school as name'])
    .where('id', '=', school_id)
    .executeTakeFirst()
  const liaison = await findLiaison(trx, liaison_id, liaisonBefore)
  if (school && liaison) return { school, liaison }
  const errors: FieldErrors = {
    ...(!school && { school_id: [studentMessages.schoolUnknown] }),
    ...(!liaison && { liaison_id: [studentMessages.liaisonUnknown] }),
  }
  throw invalid(errors)
}

/**
 * An active user who may hold students; one who holds this student already may keep it. They are held here until the
 * student is theirs, so that whoever renames or deletes them meanwhile finds the student. Never one from before:
 * a renaming holds the user first and then the student, a change of the student the other way round.
 */
async function findLiaison(trx: Trx, id: number, before?: Connected): Promise<Connected | undefined> {
  if (id === before?.id) return before
  const user = await holdRow(trx, 'users', id)
  const isFit = user && user.status === USER_ACTIVE && canHoldStudents(user.role_id)
  return isFit ? { id, name: userName(user) } : undefined
}

export async function findSupporter(trx: Trx, id: number): Promise<Connected> {
  const user = await holdRow(trx, 'users', id)
  if (!user || user.role_id !== SUPPORTER || user.status === USER_DISABLED)
    throw invalid({ supporter_id: [studentMessages.supporterUnknown] })
  return { id, name: userName(user) }
}

/** What an index of PostgreSQL holds in a row is 2,700 bytes, and a letter of some scripts folds into nine. */
const NAME_INDEXED = 300
const PERSON_INDEXED = 200

/** The folded texts by which students are found and sorted. */
export function searchColumns({ name, ref }: { name: string; ref: string }, liaison: string) {
  const search = `${fold(name).slice(0, NAME_INDEXED)}\n${fold(ref)}`
  const liaison_order = orderOf(liaison)
  return { search, search_all: `${search}\n${liaison_order}`, liaison_order }
}

/** By what students are sorted who have this liaison officer or supporter. */
export const orderOf = (person: string | null) => fold(person ?? '').slice(0, PERSON_INDEXED)

/** Keeps the students of a renamed user in order, and found by the new name. */
export async function renameInStudents(
  trx: Trx,
  user: { id: number; first_name: string; last_name: string },
) {
  const name = orderOf(userName(user))
  await trx
    .updateTable('students')
    .set((eb) => ({
      liaison_order: name,
      search_all: eb(eb.ref('search'), '||', `\n${name}`),
    }))
    .where('liaison_id', '=', user.id)
    .execute()
  await trx
    .updateTable('students')
    .set({ supporter_order: name })
    .where('supporter_id', '=', user.id)
    .execute()
}

export const hasStudents = async (trx: Trx, user_id: number): Promise<boolean> => {
  const student = await trx
    .selectFrom('students')
    .select('id')
    .where((eb) => eb.or([eb('liaison_id', '=', user_id), eb('supporter_id', '=', user_id)]))
    .limit(1)
    .executeTakeFirst()
  return student !== undefined
}
