import { sql } from 'kysely'
import type { PaymentWork } from '#contract/money/payments.ts'
import { canApprovePayments, canNotePaid, canPreparePayments } from '#contract/permissions.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import { isOnlyOne } from './approvePayment.ts'

/** How many payments wait for a user: to approve, returned to them, and to pay. */
export async function paymentWork(db: Db, { id, role }: Pick<Actor, 'id' | 'role'>): Promise<PaymentWork> {
  if (!canNotePaid(role)) return { to_approve: 0, returned: 0, to_pay: 0 }
  // At most one for each term.
  const open = await db
    .selectFrom('payments')
    .select(['state', 'note'])
    .select(
      sql<number>`case when exists (select 1 from payment_preparers
        where payment_id = payments.id and user_id = ${id}) then 1 else 0 end`.as('is_own'),
    )
    .where('state', '<>', 'approved')
    .execute()
  const waiting = open.filter(({ state }) => state === 'to_approve')
  const ofOthers = waiting.filter(({ is_own }) => !is_own).length
  const mayApproveAll = waiting.length > ofOthers && (await isOnlyOne(db))
  const returned = open.filter(({ state, note, is_own }) => state === 'draft' && note !== null && is_own)
  const { to_pay } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('to_pay'))
    .where('state', '=', 'approved')
    // As the index has it.
    .where(
      sql<boolean>`exists (select 1 from payment_lines
        where payment_id = payments.id and transfer_id is null and is_left_out = 0)`,
    )
    .executeTakeFirstOrThrow()
  return {
    to_approve: canApprovePayments(role) ? (mayApproveAll ? waiting.length : ofOthers) : 0,
    returned: canPreparePayments(role) ? returned.length : 0,
    to_pay,
  }
}
