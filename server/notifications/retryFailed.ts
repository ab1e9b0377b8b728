import type { NoticeTime } from '#contract/notifications.ts'
import { letterMessages } from '#contract/letters.ts'
import type { Services } from '../Services.ts'

/** Gives the letters of a term that failed another day of tries. Those that were sent, or wait, are left alone. */
export async function retryFailed(
  { year_id, term_id }: NoticeTime,
  { db, clock, outbox }: Pick<Services, 'db' | 'clock' | 'outbox'>,
): Promise<{ message: string; letters: number }> {
  const { numUpdatedRows } = await db
    .updateTable('letters')
    .set({ state: 'waiting', attempts: 0, next_attempt_at: clock().toISOString() })
    .where('state', '=', 'failed')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notices')
        .select('letter_id')
        .where('year_id', '=', year_id)
        .where('term_id', '=', term_id),
    )
    .executeTakeFirst()
  outbox.nudge()
  const letters = Number(numUpdatedRows)
  const message = letters === 1 ? letterMessages.willRetry : `${letters} letters will be tried again.`
  return { message, letters }
}
