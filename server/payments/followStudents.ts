import type { Change } from '../database/history.ts'
import { changePayment, lockPayment } from './lockPayment.ts'

/**
 * Moves the version of a payment that waits for approval when students in it have changed. Those who are not Active any
 * more, or left the school, drop out of it. The caller has locked the students.
 */
export async function followStudents(
  change: Change,
  ids: number[],
  { dropOut }: { dropOut: boolean },
): Promise<void> {
  const { trx } = change
  if (ids.length === 0) return
  const waiting = await trx
    .selectFrom('payment_lines')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('payment_id')
    .distinct()
    .where('student_id', 'in', ids)
    .where('state', '=', 'to_approve')
    .orderBy('payment_id')
    .execute()
  for (const { payment_id } of waiting) {
    const payment = await lockPayment(trx, payment_id)
    if (payment.state !== 'to_approve') continue
    if (dropOut)
      await trx
        .deleteFrom('payment_lines')
        .where('payment_id', '=', payment_id)
        .where('student_id', 'in', ids)
        .execute()
    await changePayment(change, payment, {})
  }
}
