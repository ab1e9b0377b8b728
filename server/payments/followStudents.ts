import type { Selectable } from 'kysely'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Change } from '../database/history.ts'
import { mapInBatches } from '../database/inBatches.ts'
import type { Tables } from '../database/tables.ts'
import { changePayment, lockPayment } from './lockPayment.ts'

/** What the approver of a payment has seen of a student. */
const seenColumns = ['status', 'school_id', 'name', 'admission_no'] as const
type Seen = Partial<Pick<Selectable<Tables['students']>, (typeof seenColumns)[number]>>

/** A student before and after a change. */
export type Followed = { before: Seen & { id: number }; after: Seen & { status: number } }

const isSeen = ({ before, after }: Followed) => seenColumns.some((column) => before[column] !== after[column])
const dropsOut = ({ before, after }: Followed) =>
  after.status !== STUDENT_ACTIVE || after.school_id !== before.school_id

/**
 * Moves the version of payments that wait for approval when students in them have changed. Those who are not Active any
 * more, or left the school, drop out of them. The caller has locked the students.
 */
export async function followStudents(change: Change, changed: Followed[]): Promise<void> {
  const { trx } = change
  const seen = changed.filter(isSeen)
  const lines = await mapInBatches(seen, (some) =>
    trx
      .selectFrom('payment_lines')
      .innerJoin('payments', 'payments.id', 'payment_id')
      .select(['payment_id', 'student_id'])
      .where('student_id', 'in', idsOf(some))
      .where('state', '=', 'to_approve')
      .execute(),
  )
  const gone = new Set(idsOf(seen.filter(dropsOut)))
  // Everybody locks payments in the order of their ids.
  const byPayment = [...Map.groupBy(lines, ({ payment_id }) => payment_id)].toSorted(([a], [b]) => a - b)
  for (const [payment_id, own] of byPayment) {
    const payment = await lockPayment(trx, payment_id)
    if (payment.state !== 'to_approve') continue
    const leaving = own.filter(({ student_id }) => gone.has(student_id))
    await mapInBatches(leaving, (some) =>
      trx
        .deleteFrom('payment_lines')
        .where('payment_id', '=', payment_id)
        .where(
          'student_id',
          'in',
          some.map(({ student_id }) => student_id),
        )
        .execute(),
    )
    await changePayment(change, payment, {})
  }
}

const idsOf = (changed: Followed[]) => changed.map(({ before }) => before.id)
