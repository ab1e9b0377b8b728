import { sql } from 'kysely'
import { dayOf } from '#contract/base/days.ts'
import { withheldWords } from '#contract/letters.ts'
import { USER_DISABLED } from '#contract/users.ts'
import { writeHistory } from '../database/history.ts'
import type { Tables } from '../database/tables.ts'
import { isFromKenya, isHiddenStudent } from '../privacy/visibility/sharedWithSupporter.ts'
import type { Services } from '../Services.ts'
import { authorIn, userNameIn } from '../users/userNameIn.ts'
import { findHiddenName } from './letterNames.ts'

type Letter = Pick<Tables['letters'], 'subject' | 'text' | 'lease'> & { id: number }
type Checking = Pick<Services, 'db' | 'config' | 'clock'>

/**
 * Checks a letter about promises again before it is sent, perhaps a day after it was written: a family may have refused since,
 * or the supporter may live abroad now. If it names a hidden student, or the account is disabled, it fails and undefined is
 * returned. A retry checks again.
 */
export async function checkPromiseLetter<Content extends Letter>(
  letter: Content,
  { db, config, clock }: Checking,
): Promise<Content | undefined> {
  const now = clock()
  const promises = await db
    .selectFrom('promise_letters')
    .innerJoin('users', 'users.id', 'promise_letters.supporter_id')
    .innerJoin('departures', 'departures.letter_id', 'promise_letters.letter_id')
    .innerJoin('students', 'students.id', 'departures.student_id')
    .leftJoin('users as author', 'author.id', 'departures.user_id')
    .select(['students.name as student', 'students.ref', authorIn('author').as('author')])
    .select([userNameIn('users').$castTo<string>().as('supporter'), 'users.status'])
    .select(
      sql<number>`case when ${isHiddenStudent('students.id', dayOf(now), isFromKenya('users.country'))} then 0 else 1 end`.as(
        'may_name',
      ),
    )
    .where('promise_letters.letter_id', '=', letter.id)
    .execute()
  const others = promises.flatMap(({ supporter, author }) => [supporter, author])
  const isDisabled = promises.some(({ status }) => status === USER_DISABLED)
  if (!isDisabled && !findHiddenName(letter, promises, [...others, config.charityName])) return letter
  const last_error = isDisabled ? withheldWords.disabled : withheldWords.named
  return db.transaction().execute(async (trx) => {
    const failed = await trx
      .updateTable('letters')
      .set({ state: 'failed', last_error, lease: null })
      .where('id', '=', letter.id)
      // Another process may have claimed the letter since.
      .where('lease', '=', letter.lease)
      .returning('id as entity_id')
      .executeTakeFirst()
    const at = now.toISOString()
    if (failed)
      await writeHistory(trx, { entity: 'letter', ...failed, action: 'not sent', user_id: null, at })
    return undefined
  })
}
