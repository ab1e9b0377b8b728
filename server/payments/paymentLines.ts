import { sql, type SqlBool } from 'kysely'
import type { outReasons, PaymentState } from '#contract/money/payments.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { withYields } from '../base/yieldToRequests.ts'
import type { Db } from '../database/connect.ts'
import { mapInBatches } from '../database/inBatches.ts'
import { readSums, studentSums } from '../funding/studentSums.ts'
import { readTime } from '../funding/terms.ts'
import { type AccountInUse, readAccountsInUse } from './schoolAccounts.ts'

/** A line of a payment, in whole cents. */
export type Line = {
  /** Null until a user changes the line: it follows the register. */
  id: number | null
  student_id: number
  name: string
  admission_no: string | null
  class_id: number | null
  class: string | null
  school_id: number
  school: string
  /** Null without a plan. Until the approval it follows the register. */
  owed: number | null
  /** What was owed when the payment was sent for approval. */
  owed_then: number | null
  amount: number
  is_left_out: number
  reason: string | null
  paid_on: string | null
  reference: string | null
  came_back_on: string | null
  came_back_reason: string | null
}

type Why = (typeof outReasons)[number]
export type Out = Pick<Line, 'student_id' | 'name' | 'school_id' | 'school'> & { why: Why }

type OfPayment = { id: number; state: PaymentState; year_id: number; term_id: number }

type Read = {
  lines: Line[]
  out: Out[]
  /** What else would be proposed since the payment was sent for approval. */
  since: Line[]
  /** The accounts in use, by school; none of an approved payment, which has its own. */
  accounts: ReadonlyMap<number, AccountInUse>
}

/** The lines of a payment, by school and name, and the Active students who cannot be in it. */
export async function readLines(db: Db, payment: OfPayment, today: string): Promise<Read> {
  if (payment.state === 'approved')
    return { lines: await approvedLines(db, payment.id), out: [], since: [], accounts: new Map() }
  const rows = await readRegister(db, payment, today)
  const accounts = await readAccountsInUse(db)
  if (payment.state === 'draft')
    return Object.assign(await proposeLines(rows, accounts), { since: [], accounts })
  const others = rows.filter(({ line_id }) => line_id === null)
  const { lines: since, out } = await proposeLines(others, accounts)
  return { lines: await sentLines(db, payment.id, rows), out, since, accounts }
}

/** Why a student cannot be paid for, although something is owed. */
export function whyUnpayable(
  account: AccountInUse | undefined,
  admission_no: string | null,
): Why | undefined {
  if (!account) return 'no_account'
  return account.paybill_by === 'admission_no' && admission_no === null ? 'no_admission_no' : undefined
}

export const totalOf = (lines: Pick<Line, 'amount' | 'is_left_out'>[]): number =>
  lines.reduce((sum, { amount, is_left_out }) => (is_left_out ? sum : sum + amount), 0)

/** The number of a former school is not one of this school. */
const admissionNo = sql<
  string | null
>`case when students.school_id = schools.id then students.admission_no end`

/** A draft: what the register proposes, and what people changed in it. */
async function proposeLines(rows: RegisterRow[], accounts: Read['accounts']) {
  const lines: Line[] = []
  const out: Out[] = []
  for await (const row of withYields(rows)) {
    const { to_school: _toSchool, due, line_id, school_order: _school, name_order: _name, ...facts } = row
    const { student_id, name, school_id, school } = row
    const owed = owedOf(row)
    const changed = line_id === null ? { amount: due, is_left_out: 0, reason: null } : {}
    const line = { ...facts, ...notPaid, ...changed, id: line_id, owed, owed_then: owed }
    const why =
      owed === null && line_id === null
        ? 'no_plan'
        : line.is_left_out
          ? undefined
          : whyUnpayable(accounts.get(row.school_id), row.admission_no)
    if (why) out.push({ student_id, name, school_id, school, why })
    else lines.push(line)
  }
  return { lines, out }
}

type RegisterRow = Pick<Line, 'student_id' | 'name' | 'admission_no' | 'class_id' | 'class' | 'school_id'> &
  Pick<Line, 'school' | 'amount' | 'is_left_out' | 'reason'> & {
    to_school: number | null
    due: number
    line_id: number | null
    school_order: string
    name_order: string
  }

/** Active students to whose school something is due, without a plan, or with a line of their own; by school and name. */
async function readRegister(db: Db, payment: OfPayment, today: string): Promise<RegisterRow[]> {
  const time = await readTime(db, { year: payment.year_id, term: payment.term_id }, today)
  const isActive = sql<SqlBool>`students.status = ${sql.lit(STUDENT_ACTIVE)}`
  const active = await db.selectFrom('students').select('id').where(isActive).orderBy('id').execute()
  const rows = await mapInBatches(active, async (some) => {
    const ids = [some[0]?.id ?? 0, some.at(-1)?.id ?? 0] as const
    const sums = await studentSums(db, time, { of: isActive, ids })
    const read = await sql<RegisterRow>`
      select sums.student_id, students.name, ${admissionNo} as admission_no, sums.class_id, class_name as class,
        sums.school_id, schools.school, to_school, due, lines.id as line_id, lines.amount, lines.is_left_out,
        lines.reason, schools.search as school_order, students.search as name_order
      from (${sums}) as sums
      join students on students.id = sums.student_id
      join schools on schools.id = sums.school_id
      left join classes on classes.id = sums.class_id
      left join payment_lines as lines on lines.payment_id = ${payment.id} and lines.student_id = sums.student_id
      where counts = 1 and (to_school is null or due > 0 or lines.id is not null)`.execute(db)
    return read.rows
  })
  const schools = [...Map.groupBy(rows, ({ school_order }) => school_order)]
  const sorted: RegisterRow[][] = []
  for await (const [, own] of withYields(schools.toSorted(([a], [b]) => (a < b ? -1 : 1))))
    sorted.push(own.toSorted((a, b) => (a.name_order < b.name_order ? -1 : 1)))
  return sorted.flat()
}

const owedOf = ({ to_school, due }: RegisterRow) => (to_school === null ? null : due)

const notPaid = { paid_on: null, reference: null, came_back_on: null, came_back_reason: null }

/**
 * The lines that wait for approval: amounts no longer follow the register; names, numbers and what is owed do. Sending
 * ordered them.
 */
async function sentLines(db: Db, payment_id: number, register: RegisterRow[]): Promise<Line[]> {
  const owed = new Map(register.map((row) => [row.student_id, owedOf(row)]))
  const rows = await db
    .selectFrom('payment_lines')
    .innerJoin('students', 'students.id', 'student_id')
    .innerJoin('schools', 'schools.id', 'payment_lines.school_id')
    .leftJoin('classes', 'classes.id', 'payment_lines.class_id')
    .select(['payment_lines.id', 'student_id', 'students.name', 'payment_lines.class_id'])
    .select(['class_name as class', 'payment_lines.school_id', 'schools.school'])
    .select(['owed as owed_then', 'amount', 'is_left_out', 'reason', admissionNo.as('admission_no')])
    .where('payment_id', '=', payment_id)
    .orderBy('payment_lines.id')
    .execute()
  return rows.map((row) => Object.assign(row, notPaid, { owed: owed.get(row.student_id) ?? null }))
}

/** What the school of each line is still owed for its student and the term, by student; null if that is not known. */
export async function readStillOwed(
  db: Db,
  payment: OfPayment,
  lines: Line[],
  today: string,
): Promise<Map<number, number | null>> {
  const time = await readTime(db, { year: payment.year_id, term: payment.term_id }, today)
  const of = sql<SqlBool>`students.id in (select student_id from payment_lines where payment_id = ${payment.id})`
  const schools = new Map(lines.map(({ student_id, school_id }) => [student_id, school_id]))
  const sums = await mapInBatches(
    [...schools.keys()].toSorted((a, b) => a - b),
    (some) => readSums(db, time, { of, ids: [some[0] ?? 0, some.at(-1) ?? 0] }),
  )
  // Nothing is owed for students without sums. What is owed to another school is not about the line.
  const owed = new Map<number, number | null>([...schools.keys()].map((student_id) => [student_id, 0]))
  for (const { student_id, school_id, owed: amount, owed_known } of sums)
    if (schools.get(student_id) === school_id) owed.set(student_id, owed_known ? amount : null)
  return owed
}

/** The lines of an approved payment, from what was copied at approval alone. */
export async function approvedLines(
  db: Db,
  payment_id: number,
): Promise<(Line & { account_id: number | null })[]> {
  const rows = await db
    .selectFrom('payment_lines')
    .leftJoin('transfers', 'transfers.id', 'transfer_id')
    .select(['payment_lines.id', 'student_id', 'name', 'admission_no', 'class_id', 'class'])
    .select(['school_id', 'school', 'account_id', 'owed', 'amount', 'is_left_out', 'reason'])
    .select(['paid_on', 'reference', 'came_back_on', 'came_back_reason'])
    .where('payment_lines.payment_id', '=', payment_id)
    .orderBy('payment_lines.id')
    .execute()
  return rows.map(({ name, school, ...row }) =>
    Object.assign(row, { name: name ?? '', school: school ?? '', owed_then: row.owed }),
  )
}
