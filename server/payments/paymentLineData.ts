import { dayInWords } from '#contract/base/days.ts'
import { paymentLineLabels } from '#contract/money/payments.ts'
import { termName } from '#contract/notifications.ts'
import { ANONYMOUS } from '#contract/privacy/erasure.ts'
import { toShillings } from '#contract/records/receipts.ts'
import type { Db } from '../database/connect.ts'
import type { Trx } from '../database/history.ts'
import { type EntityData, type Entry, noRecord } from '../database/studentData.ts'
import { keyWithout, pointsAboutStudents } from './paymentPoints.ts'

/** Payments to the school. What was approved stays as it was, except for the name and the texts. */
export const paymentLineData: EntityData = {
  title: 'Payment',
  labels: paymentLineLabels,
  texts: [
    (db) =>
      db
        .selectFrom('payment_lines')
        .select(['id', 'student_id', 'reason', 'came_back_reason'])
        .select(noRecord),
  ],

  collect: async ({ db, student_id }) => ({
    sections: [{ title: 'Payments to the school', entries: await readPayments(db, student_id) }],
  }),

  async forget(trx, { student: { id }, order }) {
    await trx
      .updateTable('payment_lines')
      .set({ name: ANONYMOUS, admission_no: null, reason: null, came_back_reason: null, came_back_by: null })
      .where('student_id', '=', id)
      .execute()
    await forgetTicks(trx, id, order.new_ref)
  },
}

/** Otherwise the former id in a key would lead to the record with the new one. The keys of a payment stay different. */
async function forgetTicks(trx: Trx, student_id: number, new_ref: string): Promise<void> {
  const ticks = await trx
    .selectFrom('payment_ticks')
    .select(['payment_id', 'kind', 'key'])
    .where('payment_id', 'in', (eb) =>
      eb.selectFrom('payment_lines').select('payment_id').where('student_id', '=', student_id),
    )
    .where('kind', 'in', pointsAboutStudents)
    .where('key', 'like', `%-${student_id}%`)
    .execute()
  const instead = new_ref.replace('-', '')
  for (const { payment_id, kind, key } of ticks)
    await trx
      .updateTable('payment_ticks')
      .set({ key: keyWithout(kind, key, student_id, instead) })
      .where('payment_id', '=', payment_id)
      .where('key', '=', key)
      .execute()
}

async function readPayments(db: Db, student_id: number): Promise<Entry[]> {
  const rows = await db
    .selectFrom('payment_lines')
    .innerJoin('payments', 'payments.id', 'payment_lines.payment_id')
    .innerJoin('years', 'years.id', 'year_id')
    .innerJoin('terms', 'terms.id', 'term_id')
    .leftJoin('transfers', 'transfers.id', 'transfer_id')
    .select(['year_name', 'term_name', 'school', 'class', 'admission_no', 'amount', 'paid_on'])
    .select(['payment_lines.reason', 'came_back_on', 'came_back_reason'])
    .where('student_id', '=', student_id)
    .where('state', '=', 'approved')
    .where('is_left_out', '=', 0)
    .orderBy('payment_lines.id')
    .execute()
  return rows.map((row) => ({
    Term: termName(row),
    School: row.school,
    Class: row.class,
    'Admission No.': row.admission_no,
    'Amount, KES': { kes: toShillings(row.amount) },
    Reason: row.reason,
    'Paid on': row.paid_on && dayInWords(row.paid_on),
    'Came back on': row.came_back_on && dayInWords(row.came_back_on),
    'Why it came back': row.came_back_reason,
  }))
}
