import type { Payment } from '#contract/money/payments.ts'
import { paymentName, transferName } from '#contract/money/payments.ts'
import type { Db } from '../database/connect.ts'
import type { PaymentRow } from './lockPayment.ts'
import { approvedLines, type Line, totalOf } from './paymentLines.ts'

const accountRows = (db: Db) =>
  db
    .selectFrom('school_accounts')
    .select(['id', 'school_id', 'kind', 'bank', 'branch', 'account_name', 'number'])
    .select(['business_number', 'paybill_by as by', 'word'])
type AccountRow = Awaited<ReturnType<ReturnType<typeof accountRows>['execute']>>[number]

/** What is paid to a school of an approved payment. All of it was copied at approval. */
export type PaidSchool = Awaited<ReturnType<typeof readPaidSchools>>[number]

export async function readPaidSchools(db: Db, { id, number }: Pick<PaymentRow, 'id' | 'number'>) {
  const accounts = await accountRows(db)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('payment_lines')
        .select('account_id')
        .where('payment_id', '=', id)
        .$castTo<{ account_id: number }>(),
    )
    .execute()
  const lines = (await approvedLines(db, id)).filter(({ is_left_out }) => !is_left_out)
  const schools = [...Map.groupBy(lines, ({ school_id }) => school_id)]
  return schools.map(([school_id, own], index) => ({
    school_id,
    school: own[0]?.school ?? '',
    reference: transferName(paymentName(number), index + 1),
    account: accounts.find((account) => account.id === own[0]?.account_id) ?? null,
    paid_on: own[0]?.paid_on ?? null,
    lines: own,
    total: totalOf(own),
  }))
}

/** The schools of a payment, in the order of its lines, with their accounts. */
export async function listSchools(
  db: Db,
  payment: Pick<PaymentRow, 'id' | 'number' | 'state'>,
  lines: Line[],
): Promise<Payment['schools']> {
  if (payment.state === 'approved')
    return (await readPaidSchools(db, payment)).map(({ school_id, school, reference, account }) => ({
      school_id,
      school,
      reference,
      account: account && shownAccount(account),
    }))
  const used = await accountRows(db).where('replaced_at', 'is', null).execute()
  const accounts = new Map(used.map((account) => [account.school_id, account]))
  const schools = new Map(lines.map(({ school_id, school }) => [school_id, school]))
  return [...schools].map(([school_id, school]) => {
    const account = accounts.get(school_id)
    return { school_id, school, reference: null, account: account ? shownAccount(account) : null }
  })
}

export const shownAccount = ({ id: _id, school_id: _school, ...account }: AccountRow) => account
