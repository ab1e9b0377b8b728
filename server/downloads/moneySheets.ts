import type { Cell } from '#contract/base/csv.ts'
import { importFields } from '#contract/importFields.ts'
import { paymentName, type PaymentState } from '#contract/money/payments.ts'
import { accountInWords, BY_ADMISSION_NO } from '#contract/money/schoolAccounts.ts'
import { toShillings } from '#contract/records/receipts.ts'
import type { Db } from '../database/connect.ts'
import { receiptPlace, readNames } from './recordSheets.ts'
import { batchOf, personCell, readAnonymised, type Sheet } from './Sheet.ts'

const AT_ONCE = 500

const labelsOf = (kind: 'plans' | 'accounts') => Object.values(importFields[kind]).map(({ label }) => label)
const shillings = (cents: number | null): Cell => (cents === null ? null : toShillings(cents))
const yesOrNull = (is: number): Cell => (is === 1 ? 'Yes' : null)

/** Fee plans, year by year. A year has a few thousand at most. */
export async function planSheet(db: Db): Promise<Sheet> {
  const namesOf = await readNames(db)
  return {
    headings: labelsOf('plans'),
    async read(after) {
      const years = await db
        .selectFrom('years')
        .select(['id', 'year_name'])
        .where((eb) =>
          eb.exists(eb.selectFrom('plans').select('plans.id').whereRef('year_id', '=', 'years.id')),
        )
        .where('year_name', '>', String(after))
        .orderBy('year_name')
        .limit(2)
        .execute()
      const [year, next] = years
      if (!year) return { lines: [], last: null }
      const rows = await db
        .selectFrom('plans')
        .selectAll()
        .where('year_id', '=', year.id)
        .orderBy('id')
        .execute()
      const lines = rows.map((row): Cell[] => {
        const { year: in_year, school, class: of, term } = namesOf(row)
        const places: Cell[] = [in_year, school, of, term].map((name) => name ?? null)
        return places.concat([toShillings(row.amount), shillings(row.to_school)])
      })
      return { lines, last: next ? Number(year.year_name) : null }
    },
  }
}

/** The accounts that are in use. */
export const accountSheet = (db: Db): Sheet => ({
  headings: labelsOf('accounts'),
  async read(after) {
    const rows = await db
      .selectFrom('school_accounts')
      .innerJoin('schools', 'schools.id', 'school_id')
      .select(['school_accounts.id', 'school', 'kind', 'bank', 'branch', 'account_name', 'number'])
      .select(['business_number', 'paybill_by', 'word', 'heard_from'])
      .where('replaced_at', 'is', null)
      .where('school_accounts.id', '>', after)
      .orderBy('school_accounts.id')
      .limit(AT_ONCE)
      .execute()
    return batchOf(rows, AT_ONCE, (row) => {
      const word = row.paybill_by === 'admission_no' ? BY_ADMISSION_NO : row.word
      const { school, bank, branch, account_name, number, business_number, heard_from } = row
      return [[school, bank, branch, account_name, number, business_number, word, heard_from]]
    })
  },
})

/** Students' own figures. Only read: an import of plans does not have them. */
export async function ownFiguresSheet(db: Db): Promise<Sheet> {
  const namesOf = await readNames(db)
  const anonymised = await readAnonymised(db)
  return {
    headings: ['Ref', 'Name', 'Year', 'Term', 'Fees', 'To the School', 'Reason'],
    async read(after) {
      const rows = await db
        .selectFrom('own_plans')
        .innerJoin('students', 'students.id', 'student_id')
        .select(['own_plans.id', 'student_id', 'ref', 'students.name', 'year_id', 'term_id'])
        .select(['amount', 'to_school', 'reason'])
        .where('own_plans.id', '>', after)
        .orderBy('own_plans.id')
        .limit(AT_ONCE)
        .execute()
      return batchOf(rows, AT_ONCE, ({ student_id, ref, name, amount, to_school, reason, ...time }) => {
        if (anonymised.has(student_id)) return []
        const { year = null, term = null } = namesOf(time)
        return [[ref, name, year, term, shillings(amount), shillings(to_school), reason]]
      })
    },
  }
}

/** Promises, and by whom. */
export async function promiseSheet(db: Db): Promise<Sheet> {
  const namesOf = await readNames(db)
  const anonymised = await readAnonymised(db)
  return {
    headings: [
      'Promise',
      'Ref',
      'Name',
      'Supporter',
      'Source',
      'For Each Term',
      'Pays the School',
      'From Year',
      'From Term',
      'Until Year',
      'Until Term',
      'Note',
      'Why It Ended',
    ],
    async read(after) {
      const rows = await db
        .selectFrom('commitments')
        .innerJoin('students', 'students.id', 'student_id')
        .leftJoin('users', 'users.id', 'commitments.supporter_id')
        .select(['commitments.id', 'student_id', 'ref', 'students.name', 'first_name', 'last_name', 'email'])
        .select(['source', 'amount', 'pays_school', 'note', 'end_reason'])
        .select(['from_year_id', 'from_term_id', 'until_year_id', 'until_term_id'])
        .where('commitments.id', '>', after)
        .orderBy('commitments.id')
        .limit(AT_ONCE)
        .execute()
      return batchOf(rows, AT_ONCE, (row) => {
        if (anonymised.has(row.student_id)) return []
        const from = namesOf({ year_id: row.from_year_id, term_id: row.from_term_id })
        const until = namesOf({ year_id: row.until_year_id ?? 0, term_id: row.until_term_id ?? 0 })
        return [
          [
            row.id,
            row.ref,
            row.name,
            personCell(row),
            row.source,
            toShillings(row.amount),
            yesOrNull(row.pays_school),
            from.year ?? null,
            from.term ?? null,
            until.year ?? null,
            until.term ?? null,
            row.note,
            row.end_reason,
          ],
        ]
      })
    },
  }
}

/** What came in of promises. */
export async function receivedSheet(db: Db): Promise<Sheet> {
  const namesOf = await readNames(db)
  const anonymised = await readAnonymised(db)
  return {
    headings: ['Promise', 'Ref', 'Name', 'Year', 'Term', 'Amount', 'Received on'],
    async read(after) {
      const rows = await db
        .selectFrom('received')
        .innerJoin('students', 'students.id', 'student_id')
        .select(['received.id', 'commitment_id', 'student_id', 'ref', 'students.name'])
        .select(['year_id', 'term_id', 'amount', 'received_on'])
        .where('received.id', '>', after)
        .orderBy('received.id')
        .limit(AT_ONCE)
        .execute()
      return batchOf(
        rows,
        AT_ONCE,
        ({ student_id, commitment_id, ref, name, amount, received_on, ...time }) => {
          if (anonymised.has(student_id)) return []
          const { year = null, term = null } = namesOf(time)
          return [[commitment_id, ref, name, year, term, toShillings(amount), received_on]]
        },
      )
    },
  }
}

const states: Record<PaymentState, string> = {
  draft: 'Draft',
  to_approve: 'To approve',
  approved: 'Approved',
}

/** The stored lines of payments: of approved ones what was copied at approval, of others as the register is now. */
export async function paymentSheet(db: Db): Promise<Sheet> {
  const namesOf = await readNames(db)
  return {
    headings: [
      'Payment',
      'Year',
      'Term',
      'State',
      'School',
      'Account',
      'Ref',
      'Name',
      'Admission Number',
      'Class',
      'Amount',
      'Left Out',
      'Reason',
      'Paid on',
      'Reference',
      'Came Back on',
      'Why It Came Back',
    ],
    async read(after) {
      const rows = await db
        .selectFrom('payment_lines as line')
        .innerJoin('payments', 'payments.id', 'line.payment_id')
        .innerJoin('students', 'students.id', 'line.student_id')
        .leftJoin('transfers', 'transfers.id', 'line.transfer_id')
        .leftJoin('school_accounts as account', 'account.id', 'line.account_id')
        .select(['line.id', 'payments.number as payment', 'year_id', 'term_id', 'state', 'line.school_id'])
        .select(['line.class_id', 'line.school', 'line.class', 'line.name', 'line.admission_no', 'amount'])
        .select(['is_left_out', 'reason', 'paid_on', 'reference', 'came_back_on', 'came_back_reason'])
        .select(['ref', 'students.name as name_now', 'students.admission_no as number_now', 'account.kind'])
        .select(['bank', 'branch', 'account.number', 'business_number', 'paybill_by', 'word'])
        .where('line.id', '>', after)
        .orderBy('line.id')
        .limit(AT_ONCE)
        .execute()
      return batchOf(rows, AT_ONCE, (row) => {
        const now = namesOf({ ...row, class_id: row.class_id ?? 0 })
        const isCopied = row.state === 'approved'
        return [
          [
            paymentName(row.payment),
            now.year ?? null,
            now.term ?? null,
            states[row.state],
            row.school ?? now.school ?? null,
            row.kind === null ? null : accountInWords({ ...row, kind: row.kind }),
            row.ref,
            isCopied ? row.name : row.name_now,
            isCopied ? row.admission_no : row.number_now,
            row.class ?? now.class ?? null,
            toShillings(row.amount),
            yesOrNull(row.is_left_out),
            row.reason,
            row.paid_on,
            row.reference,
            row.came_back_on,
            row.came_back_reason,
          ],
        ]
      })
    },
  }
}

/** Which receipts acknowledge which lines of payments. */
export async function receiptLinkSheet(db: Db): Promise<Sheet> {
  const namesOf = await readNames(db)
  const anonymised = await readAnonymised(db)
  return {
    headings: [
      'Payment',
      'Ref',
      'Name',
      'Paid',
      'Receipt Year',
      'Receipt Term',
      'Receipt No.',
      'Place in Term',
      'Receipt Total',
    ],
    async read(after) {
      const lines = await db
        .selectFrom('payment_lines')
        .select('id')
        .where((eb) =>
          eb.exists(
            eb.selectFrom('receipt_lines').select('receipt_id').whereRef('line_id', '=', 'payment_lines.id'),
          ),
        )
        .where('id', '>', after)
        .orderBy('id')
        .limit(AT_ONCE)
        .execute()
      const rows = await db
        .selectFrom('receipt_lines')
        .innerJoin('payment_lines', 'payment_lines.id', 'line_id')
        .innerJoin('payments', 'payments.id', 'payment_lines.payment_id')
        .innerJoin('receipts', 'receipts.id', 'receipt_id')
        .innerJoin('students', 'students.id', 'receipts.student_id')
        .select(['line_id', 'payments.number', 'students.id as student_id', 'ref', 'students.name', 'amount'])
        .select(['receipts.year_id', 'receipts.term_id', 'receipt_no', 'total'])
        .select(receiptPlace(db, 'receipts').as('place'))
        .where('line_id', 'in', [0, ...lines.map(({ id }) => id)])
        .orderBy('line_id')
        .orderBy('receipt_id')
        .execute()
      const byLine = Map.groupBy(rows, ({ line_id }) => line_id)
      return batchOf(lines, AT_ONCE, ({ id }) =>
        (byLine.get(id) ?? []).flatMap((row): Cell[][] => {
          if (anonymised.has(row.student_id)) return []
          const { year = null, term = null } = namesOf(row)
          const receipt = [year, term, row.receipt_no, row.place, toShillings(row.total)]
          return [[paymentName(row.number), row.ref, row.name, toShillings(row.amount), ...receipt]]
        }),
      )
    },
  }
}
