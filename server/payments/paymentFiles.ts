import { type Cell, csvText, type FileTable, withoutFormula } from '#contract/base/csv.ts'
import { workbookFile, xlsxFile } from '#contract/base/xlsxFile.ts'
import { amountInWords } from '#contract/money/amountInWords.ts'
import {
  fileHeadings,
  type FileQuery,
  type PaymentFile,
  paymentMessages,
  paymentName,
  type Remittance,
} from '#contract/money/payments.ts'
import { unspacedNumber } from '#contract/money/schoolAccounts.ts'
import { termName } from '#contract/notifications.ts'
import { toShillings } from '#contract/records/receipts.ts'
import { conflict, invalid, notFound } from '../base/ApiError.ts'
import { withYields } from '../base/yieldToRequests.ts'
import type { Db } from '../database/connect.ts'
import type { Change } from '../database/history.ts'
import { destinationOf, noteDepartures } from '../privacy/accesses/departures.ts'
import { lockPayment, type PaymentRow } from './lockPayment.ts'
import { findPayment, type FoundPayment } from './paymentQueries.ts'
import { remittanceSheets } from './remittanceSheets.ts'
import { type PaidSchool, readPaidSchools, shownAccount } from './paymentSchools.ts'

type Rows = {
  rows: () => (string | number)[][]
  schools: number
  total: number
  /** The children whom the file names. */
  student_ids: number[]
}

/** An amount without thousands separators: banks read it. */
const plainAmount = (cents: number) => toShillings(cents).toFixed(2)

const fileRows: Record<PaymentFile, (schools: PaidSchool[], term: string) => Rows> = {
  bank: (schools) => {
    const chosen = schools.filter(({ account, paid_on }) => account?.kind === 'bank' && paid_on === null)
    const rows = () =>
      chosen.map(({ account, total, reference }) => [
        account?.account_name ?? '',
        account?.bank ?? '',
        account?.branch ?? '',
        unspacedNumber(account?.number ?? ''),
        plainAmount(total),
        reference,
      ])
    return { rows, ...sumsOf(chosen), student_ids: [] }
  },

  paybill: (schools) => {
    const chosen = schools.filter(({ account, paid_on }) => account?.kind === 'paybill' && paid_on === null)
    const rows = () =>
      chosen.flatMap(({ account, lines, total, school }) => {
        const business = account?.business_number ?? ''
        if (account?.by === 'word') return [[business, account.word ?? '', plainAmount(total), school]]
        return lines.map(({ admission_no, amount, name }) => [
          business,
          admission_no ?? '',
          plainAmount(amount),
          name,
        ])
      })
    const named = chosen.filter(({ account }) => account?.by !== 'word')
    return { rows, ...sumsOf(chosen), student_ids: studentsOf(named) }
  },

  remittance: (schools, term) => ({
    rows: () =>
      schools.flatMap(({ reference, school, account, lines }) =>
        lines.map(({ name, admission_no, class: class_name, amount }, index) => [
          reference,
          school,
          accountText(account),
          term,
          index + 1,
          name,
          admission_no ?? '',
          class_name ?? '',
          plainAmount(amount),
          '',
        ]),
      ),
    ...sumsOf(schools),
    student_ids: studentsOf(schools),
  }),
}

const studentsOf = (schools: PaidSchool[]) =>
  schools.flatMap(({ lines }) => lines.map(({ student_id }) => student_id))

const sumsOf = (schools: PaidSchool[]) => ({
  schools: schools.length,
  total: schools.reduce((sum, { total }) => sum + total, 0),
})

/** `KCB Bank, Ahero, 1102447193`, `Paybill 522533, FEES` */
function accountText(account: PaidSchool['account']): string {
  if (!account) return ''
  const { kind, bank, branch, number, business_number, word } = account
  if (kind === 'paybill') return [`Paybill ${business_number}`, word].filter(Boolean).join(', ')
  return [bank, branch, unspacedNumber(number ?? '')].join(', ')
}

/** What the files for bank and Paybill contain now: schools that are marked as paid are left out. */
export async function readTransfers(db: Db, id: number) {
  const schools = await readPaidSchools(db, await findApproved(db, id))
  const shown = (kind: 'bank' | 'paybill') => {
    const { rows, schools: count, total } = fileRows[kind](schools, '')
    return { rows: rows(), schools: count, total: toShillings(total) }
  }
  return { bank: shown('bank'), paybill: shown('paybill') }
}

async function findApproved(db: Db, id: number) {
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  if (payment.state !== 'approved') throw conflict(paymentMessages.notApproved)
  return payment
}

/** A file of an approved payment, and notes that it leaves. A second file for bank or Paybill has to be asked for. */
export async function makeFile(
  change: Change,
  id: number,
  { kind, format, school, again }: FileQuery,
  charity: string,
): Promise<{ name: string; body: string | Uint8Array }> {
  const { trx } = change
  const payment = await lockPayment(trx, id, 'approved', paymentMessages.notApproved)
  await refuseSecondFile(trx, id, { kind, again })
  const schools = ofSchool(await readPaidSchools(trx, payment), school)
  const term = await readTerm(trx, payment)
  const { rows, total, student_ids } = fileRows[kind](schools, term)
  await noteDownload(change, payment, { kind, school, how: 'download', student_ids })

  const number = paymentName(payment.number)
  const name = `${school ? schools[0]?.reference : number}-${kind}.${format}`
  if (kind === 'remittance' && format === 'xlsx') {
    const lists = listsOf(schools, await findPayment(trx, id))
    return { name, body: workbookFile(await remittanceSheets(lists, { charity, payment: number })) }
  }
  const lines: Cell[][] = []
  for await (const row of withYields(rows())) lines.push(row.map((cell): Cell => withoutFormula(cell)))
  const table: FileTable = {
    headers: fileHeadings[kind],
    lines,
    ...(kind === 'remittance' && {
      foot: ['', '', '', '', '', 'Total', amountInWords(total), '', plainAmount(total), ''],
    }),
  }
  return { name, body: format === 'csv' ? csvText(table) : xlsxFile(table) }
}

function ofSchool(schools: PaidSchool[], school: number | null | undefined): PaidSchool[] {
  if (!school) return schools
  const chosen = schools.filter(({ school_id }) => school_id === school)
  if (chosen.length === 0) throw invalid({ school: [paymentMessages.schoolUnknown] })
  return chosen
}

async function refuseSecondFile(db: Db, id: number, { kind, again }: Pick<FileQuery, 'kind' | 'again'>) {
  if (kind === 'remittance' || again === '1') return
  const before = await db
    .selectFrom('payment_downloads')
    .select('id')
    .where('payment_id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (before) throw conflict(paymentMessages.downloadedBefore, 'downloaded_before')
}

async function readTerm(
  db: Db,
  { year_id, term_id }: Pick<PaymentRow, 'year_id' | 'term_id'>,
): Promise<string> {
  const { year_name } = await db
    .selectFrom('years')
    .select('year_name')
    .where('id', '=', year_id)
    .executeTakeFirstOrThrow()
  const { term_name } = await db
    .selectFrom('terms')
    .select('term_name')
    .where('id', '=', term_id)
    .executeTakeFirstOrThrow()
  return termName({ year_name, term_name })
}

type Leaving = {
  kind: PaymentFile
  school: number | null | undefined
  how: 'download' | 'print'
  student_ids: number[]
}

const fileNames = { bank: 'Bank file', paybill: 'M-Pesa file', remittance: 'Remittance list' }

/** Notes the file at the payment, and at each child whom it names. */
async function noteDownload(
  { trx, actor, at }: Change,
  { id, number }: PaymentRow,
  { kind, school, how, student_ids }: Leaving,
): Promise<void> {
  const user_id = actor.id
  await trx
    .insertInto('payment_downloads')
    .values({ payment_id: id, kind, school_id: school ?? null, at, user_id })
    .execute()
  const what = `${fileNames[kind]} ${paymentName(number)}`
  await noteDepartures(
    trx,
    student_ids.map((student_id) => ({ student_id, user_id, at, how, what, went_to: destinationOf(how) })),
  )
}

/** The remittance lists of one school or all, to print; notes that they leave. */
export async function printRemittances(
  change: Change,
  id: number,
  school: number | null,
): Promise<Remittance[]> {
  const { trx } = change
  const payment = await lockPayment(trx, id, 'approved', paymentMessages.notApproved)
  const schools = ofSchool(await readPaidSchools(trx, payment), school)
  await noteDownload(change, payment, {
    kind: 'remittance',
    school,
    how: 'print',
    student_ids: studentsOf(schools),
  })
  return listsOf(schools, await findPayment(trx, id))
}

function listsOf(
  schools: PaidSchool[],
  { year, term, sent_by, created_by, approved_by, approved_at }: FoundPayment,
): Remittance[] {
  return schools.map(({ reference, school_id, school: name, paid_on, lines, total, account }) => ({
    reference,
    school_id,
    school: name,
    paid_on,
    year,
    term,
    account: account && shownAccount(account),
    lines: lines.map(({ name: student, admission_no, class: class_name, amount }) => ({
      name: student,
      admission_no,
      class: class_name,
      amount: toShillings(amount),
    })),
    total: toShillings(total),
    total_in_words: amountInWords(total),
    prepared_by: sent_by ?? created_by,
    approved_by,
    approved_at,
  }))
}
