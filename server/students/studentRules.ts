import type { Kysely } from 'kysely'
import type { FieldErrors } from '#contract/errors.ts'
import { fold } from '#contract/fold.ts'
import { canHoldStudents, SUPPORTER } from '#contract/permissions.ts'
import { studentMessages } from '#contract/students.ts'
import { USER_ACTIVE, USER_DISABLED, userName } from '#contract/users.ts'
import type { Tables } from '../database/tables.ts'
import { invalid } from '../http/ApiError.ts'

type Trx = Kysely<Tables>

/** Somebody a student is connected with, and their name. */
export type Connected = { id: number; name: string }

/** What a form names by its id, looked up: what is not there, or may not be chosen, is told under its field. */
export async function findChosen(
  trx: Trx,
  { school_id, liaison_id }: { school_id: number; liaison_id: number },
  liaisonBefore?: number,
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

/** An active user who may hold students; one who holds this student already may keep it. */
async function findLiaison(trx: Trx, id: number, before?: number): Promise<Connected | undefined> {
  const user = await findPerson(trx, id)
  const isFit = user && user.status === USER_ACTIVE && canHoldStudents(user.role_id)
  return isFit || id === before ? user && { id, name: userName(user) } : undefined
}

export async function findSupporter(trx: Trx, id: number): Promise<Connected> {
  const user = await findPerson(trx, id)
  if (!user || user.role_id !== SUPPORTER || user.status === USER_DISABLED)
    throw invalid({ supporter_id: [studentMessages.supporterUnknown] })
  return { id, name: userName(user) }
}

const findPerson = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'status', 'role_id'])
    .where('id', '=', id)
    .executeTakeFirst()

/** The folded texts by which students are found and sorted. */
export const searchColumns = ({ name, ref }: { name: string; ref: string }, liaison: string) => ({
  search: fold(`${name}\n${ref}`),
  search_all: fold(`${name}\n${ref}\n${liaison}`),
  liaison_order: fold(liaison),
})

/** Keeps the students of a renamed user in order, and found by the new name. */
export async function renameInStudents(
  trx: Trx,
  user: { id: number; first_name: string; last_name: string },
) {
  const name = fold(userName(user))
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
