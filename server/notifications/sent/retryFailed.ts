import { letterMessages } from '#contract/letters.ts'
import { type NoticeTime, notificationMessages } from '#contract/notifications.ts'
import { USER_DISABLED } from '#contract/users.ts'
import type { Services } from '../../Services.ts'

/**
 * Gives the letters of a term that failed another day of tries, at the address that their supporter has now: a wrong
 * one is why most fail. Those that were sent, or wait, are left alone, and so are those to a supporter who is disabled.
 */
export async function retryFailed(
  { year_id, term_id }: NoticeTime,
  { db, clock, config, outbox }: Pick<Services, 'db' | 'clock' | 'config' | 'outbox'>,
): Promise<{ message: string; letters: number }> {
  const { numUpdatedRows } = await db
    .updateTable('letters')
    .set((eb) => ({
      state: 'waiting' as const,
      attempts: 0,
      next_attempt_at: clock().toISOString(),
      recipient: eb
        .selectFrom('notices')
        .innerJoin('users', 'users.id', 'notices.supporter_id')
        .select('users.email')
        .whereRef('notices.letter_id', '=', 'letters.id')
        .$asScalar()
        .$castTo<string>(),
    }))
    .where('state', '=', 'failed')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notices')
        .innerJoin('users', 'users.id', 'notices.supporter_id')
        .select('letter_id')
        .where('year_id', '=', year_id)
        .where('term_id', '=', term_id)
        .where('users.status', '!=', USER_DISABLED),
    )
    .executeTakeFirst()
  outbox.nudge()
  const letters = Number(numUpdatedRows)
  if (letters === 0) return { message: notificationMessages.noneToRetry, letters }
  const message = letters === 1 ? letterMessages.willRetry : `${letters} letters will be tried again.`
  return { message: config.smtpUrl ? message : notificationMessages.noMailServer, letters }
}
