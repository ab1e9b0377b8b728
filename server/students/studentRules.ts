import { fold } from '#contract/base/lists.ts'
import { phoneSearchText } from '#contract/base/phone.ts'
import { canHaveStudents, SUPPORTER } from '#contract/permissions.ts'
import { studentMessages } from '#contract/students/students.ts'
import { USER_ACTIVE, USER_DISABLED, userName } from '#contract/users.ts'
import { lockRow } from '../database/lockRow.ts'
import type { Trx } from '../database/history.ts'
import type { Tables } from '../database/tables.ts'
import { invalid } from '../base/ApiError.ts'
import { orderOf } from '../users/studentsOfUser.ts'

/** A school or user that a student refers to. */
export type Connected = { id: number; name: string }

/**
 * Looks up the school and liaison officer that a form names by id. One that does not exist, or may not be chosen, is
 * reported under its field.
 */
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
  throw invalid({
    ...(!school && { school_id: [studentMessages.schoolUnknown] }),
    ...(!liaison && { liaison_id: [studentMessages.liaisonUnknown] }),
  })
}

/**
 * An active user who may have students; the present liaison officer is always accepted. A new one is locked until the
 * commit, so that a transaction that renames or deletes the user waits, and then finds the student. The present one is
 * never locked: renaming locks the user first and then the student, a change of the student the other way round, so
 * that they could deadlock. The lock is shared with imports, which lock users first.
 */
async function findLiaison(trx: Trx, id: number, before?: Connected): Promise<Connected | undefined> {
  if (id === before?.id) return before
  const user = await lockRow(trx, 'users', id, { isShared: true })
  const isFit = user && user.status === USER_ACTIVE && canHaveStudents(user.role_id)
  return isFit ? { id, name: userName(user) } : undefined
}

export async function findSupporter(trx: Trx, id: number): Promise<Connected> {
  const user = await lockRow(trx, 'users', id, { isShared: true })
  if (!user || user.role_id !== SUPPORTER || user.status === USER_DISABLED)
    throw invalid({ supporter_id: [studentMessages.supporterUnknown] })
  return { id, name: userName(user) }
}

/** The supporter as histories show them, who may have no email yet. */
export const supporterInWords = (of: { supporter: string | null; supporter_name: string | null }) =>
  of.supporter ?? (of.supporter_name && `${of.supporter_name} (no email)`)

/** The admission number of a student who may have changed the school: a new school gives a new one. */
export const numberAtSchool = (
  before: { school_id: number; admission_no: string | null },
  after: { school_id: number; admission_no: string | null },
) =>
  before.school_id !== after.school_id && before.admission_no === after.admission_no
    ? null
    : after.admission_no

/** A row of a PostgreSQL index is limited to 2,700 bytes, and in some scripts a folded letter takes nine. */
const NAME_INDEXED = 280
const NUMBER_INDEXED = 30
const PHONES_INDEXED = 60

type Searched = Pick<Tables['students'], 'name' | 'ref' | 'admission_no' | 'guardian_phone'>

/** The folded texts that searches and sorting use. */
export function searchColumns({ name, ref, admission_no, guardian_phone }: Searched, liaison: string) {
  const search = `${fold(name).slice(0, NAME_INDEXED)}\n${fold(ref)}`
  const numbers = [
    fold(admission_no ?? '').slice(0, NUMBER_INDEXED),
    phoneSearchText(guardian_phone ?? '').slice(0, PHONES_INDEXED),
  ]
  const search_numbers = numbers.map((number) => number && `\n${number}`).join('')
  const liaison_order = orderOf(liaison)
  return { search, search_numbers, search_all: `${search}${search_numbers}\n${liaison_order}`, liaison_order }
}
