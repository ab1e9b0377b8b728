import { sql } from 'kysely'
import { fold } from '#contract/base/lists.ts'
import { userName } from '#contract/users.ts'
import type { Trx } from '../database/history.ts'

/** A row of a PostgreSQL index is limited to 2,700 bytes, and in some scripts a folded letter takes nine. */
const PERSON_INDEXED = 200

/** The text that sorts students by their liaison officer or supporter. */
export const orderOf = (person: string | null) => fold(person ?? '').slice(0, PERSON_INDEXED)

/** Updates the sorted and searched texts of a renamed user's students. */
export async function renameInStudents(
  trx: Trx,
  user: { id: number; first_name: string; last_name: string },
) {
  const name = orderOf(userName(user))
  await trx
    .updateTable('students')
    .set((eb) => ({
      liaison_order: name,
      search_all: sql<string>`${eb.ref('search')} || ${eb.ref('search_numbers')} || ${`\n${name}`}`,
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
