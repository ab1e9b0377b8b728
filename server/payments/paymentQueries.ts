import { sql } from 'kysely'
import { daysBetween } from '#contract/base/days.ts'
import { type ListQuery, searchText } from '#contract/base/lists.ts'
import { type Payment, type PaymentFile, paymentName, type PaymentRow } from '#contract/money/payments.ts'
import { canSeePayments } from '#contract/permissions.ts'
import { toShillings } from '#contract/records/receipts.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { notFound } from '../base/ApiError.ts'
import { withYields } from '../base/yieldToRequests.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import { pageInMemory } from '../database/lists.ts'
import { findPresentTerm } from '../funding/terms.ts'
import { userNameIn } from '../users/userNameIn.ts'
import { approvalOf } from './approvePayment.ts'
import { type Line, readLines, readStillOwed, totalOf } from './paymentLines.ts'
import { pointsOf } from './paymentPoints.ts'
import { listSchools } from './paymentSchools.ts'
import { leftOutSince } from './preparePayment.ts'
import { readReceipted } from './receiptLinks.ts'

const userName = (column: 'created_by' | 'sent_by' | 'approved_by' | 'returned_by') =>
  sql<
    string | null
  >`(select ${userNameIn('users')} from users where users.id = ${sql.ref(`payments.${column}`)})`

/** Who prepared or approved a payment. Their names were copied at approval. */
const copiedName = (column: 'sent_by' | 'approved_by', copy: 'prepared_by_name' | 'approved_by_name') =>
  sql<string | null>`case when state = 'approved' then ${sql.ref(copy)} else ${userName(column)} end`

const paymentRows = (db: Db) =>
  db
    .selectFrom('payments')
    .innerJoin('years', 'years.id', 'year_id')
    .innerJoin('terms', 'terms.id', 'term_id')
    .select(['payments.id', 'number', 'year_id', 'term_id', 'year_name as year', 'term_name as term'])
    .select(['state', 'version', 'note', 'is_approved_alone', 'created_at', 'sent_at', 'approved_at'])
    .select('returned_at')
    .select(userName('created_by').as('created_by'))
    .select(copiedName('sent_by', 'prepared_by_name').as('sent_by'))
    .select(copiedName('approved_by', 'approved_by_name').as('approved_by'))
    .select(userName('returned_by').as('returned_by'))

/** Payments, the newest first. */
export async function listPayments(
  db: Db,
  { year, term, ...asked }: ListQuery & { year?: number | undefined; term?: number | undefined },
  actor: Actor,
) {
  const payments = await paymentRows(db)
    .$if(year !== undefined, (query) => query.where('year_id', '=', year ?? 0))
    .$if(term !== undefined, (query) => query.where('term_id', '=', term ?? 0))
    .orderBy('number', 'desc')
    .execute()
  const sums = await sumByPayment(db)
  const places = placesOf(payments)
  const rows: PaymentRow[] = []
  for (const payment of payments) {
    const { number, created_by, created_at, sent_by, sent_at, approved_at } = payment
    const own = sums.get(payment.id)
    const draft = payment.state === 'draft' ? await countDraft(db, payment, actor.today) : undefined
    const isWaiting = payment.state === 'to_approve'
    rows.push({
      id: payment.id,
      number: paymentName(number),
      year_id: payment.year_id,
      term_id: payment.term_id,
      year: payment.year,
      term: payment.term,
      place: places.get(payment.id) ?? 1,
      state: payment.state,
      note: payment.note,
      may_approve: isWaiting && (await approvalOf(db, payment.id, actor)).mayApprove,
      students: (draft ?? own)?.students ?? 0,
      schools: (draft ?? own)?.schools ?? 0,
      total: toShillings((draft ?? own)?.total ?? 0),
      paid: toShillings(own?.paid ?? 0),
      came_back: toShillings(own?.came_back ?? 0),
      paid_students: own?.paid_students ?? 0,
      receipts: own?.receipts ?? 0,
      paid_on: own?.paid_on ?? null,
      prepared_by: sent_by ?? created_by,
      at: approved_at ?? sent_at ?? created_at,
    })
  }
  const present = await findPresentTerm(db, actor.today)
  const page = pageInMemory(rows, asked, {
    searchText: ({ number, year: year_name, term: term_name }) =>
      searchText([], [number, term_name, year_name]),
    sortRows: (all, sort) => (sort === 'number' ? all.toReversed() : all),
  })
  return Object.assign(page, {
    present: present && {
      year_id: present.year_id,
      term_id: present.term_id,
      year: present.year_name,
      term: present.term_name,
    },
  })
}

/** Which payment of its term each of them is. They are the newest first. */
function placesOf(payments: { id: number; year_id: number; term_id: number }[]): Map<number, number> {
  const terms = Map.groupBy(payments.toReversed(), ({ year_id, term_id }) => `${year_id}-${term_id}`)
  return new Map([...terms.values()].flatMap((own) => own.map(({ id }, index) => [id, index + 1] as const)))
}

async function countDraft(db: Db, payment: Parameters<typeof readLines>[1], today: string) {
  const { lines } = await readLines(db, payment, today)
  const paid = lines.filter(({ is_left_out }) => !is_left_out)
  return {
    students: paid.length,
    schools: new Set(paid.map(({ school_id }) => school_id)).size,
    total: totalOf(paid),
  }
}

/** The sums of stored lines that are not left out, by payment. `paid` excludes what came back. */
async function sumByPayment(db: Db) {
  const { rows } = await sql<{
    payment_id: number
    students: number
    schools: number
    total: number
    paid: number
    came_back: number
    paid_students: number
    receipts: number
    paid_on: string | null
  }>`select payment_lines.payment_id, count(*) as students, count(distinct school_id) as schools,
      sum(amount) as total,
      sum(case when transfer_id is not null and came_back_on is null then amount else 0 end) as paid,
      sum(case when came_back_on is not null then amount else 0 end) as came_back,
      sum(case when transfer_id is not null and came_back_on is null then 1 else 0 end) as paid_students,
      sum(case when came_back_on is null and exists (select 1 from receipt_lines where line_id = payment_lines.id)
        then 1 else 0 end) as receipts,
      max(paid_on) as paid_on
    from payment_lines left join transfers on transfers.id = transfer_id
    where is_left_out = 0 group by payment_lines.payment_id`.execute(db)
  return new Map(rows.map((row) => [row.payment_id, row]))
}

/** A payment without its lines. */
export const findPayment = (db: Db, id: number) =>
  paymentRows(db).where('payments.id', '=', id).executeTakeFirstOrThrow(notFound)
export type FoundPayment = Awaited<ReturnType<typeof findPayment>>

/** A payment with its lines, what is not in it, and what to check. */
export async function readPayment(db: Db, id: number, actor: Actor): Promise<Payment> {
  const payment = await findPayment(db, id)
  const { lines, out, since, accounts } = await readLines(db, payment, actor.today)
  const ticks = await readTicks(db, id)
  const isApproved = payment.state === 'approved'
  const receipted = isApproved
    ? await readReceipted(db, sql`select id from payment_lines where payment_id = ${id}`)
    : new Map<number, { receipted: number }>()
  const stillOwed = isApproved ? await readStillOwed(db, payment, lines, actor.today) : undefined
  const mayPutBack = payment.state === 'to_approve' ? await leftOutSince(db, id) : undefined
  const { isPreparer, mayApprove } = await approvalOf(db, id, actor)
  const shown: Payment['lines'] = []
  for await (const line of withYields(lines))
    shown.push(
      shownLine(line, {
        receipted: receipted.get(line.id ?? 0)?.receipted ?? 0,
        may_put_back: mayPutBack?.has(line.id ?? 0) ?? false,
        still_owed: stillOwed?.get(line.student_id) ?? null,
      }),
    )
  const { number, is_approved_alone, ...facts } = payment
  return {
    ...facts,
    number: paymentName(number),
    total: toShillings(totalOf(lines)),
    approved_alone: is_approved_alone === 1,
    may_approve: payment.state === 'to_approve' && mayApprove,
    is_preparer: isPreparer,
    lines: shown,
    schools: await listSchools(db, payment, lines),
    out,
    owed_since: since.map(({ student_id, name, school_id, school, amount }) => ({
      student_id,
      name,
      school_id,
      school,
      owed: toShillings(amount),
    })),
    points: isApproved
      ? ticks
      : (await pointsOf(lines, accounts)).map(({ isNew: _isNew, ...point }) =>
          Object.assign(point, { ticked_by: null, spoke_to: null }),
        ),
    year_before: isApproved ? null : await readYearBefore(db, payment),
    downloads: await readDownloads(db, id),
  }
}

/** The approved payment of the same term a year earlier that has the same place among those of its term. */
async function readYearBefore(
  db: Db,
  { year, year_id, term_id, number }: { year: string; year_id: number; term_id: number; number: number },
): Promise<Payment['year_before']> {
  const { rows } = await sql<{ approved_at: string; students: number; total: number }>`
    select approved_at, count(*) as students, sum(amount) as total
    from payments join payment_lines on payment_lines.payment_id = payments.id
    where is_left_out = 0 and payments.id = (
      select payments.id from payments join years on years.id = year_id
      where year_name = ${String(Number(year) - 1)} and term_id = ${term_id} and state = 'approved'
      order by number limit 1 offset (
        select count(*) from payments as earlier
        where earlier.year_id = ${year_id} and earlier.term_id = ${term_id} and earlier.number < ${number}))
    group by approved_at`.execute(db)
  const [found] = rows
  return found ? { ...found, total: toShillings(found.total) } : null
}

type OfLine = { receipted: number; may_put_back: boolean; still_owed: number | null }

const shownLine = (line: Line, { receipted, may_put_back, still_owed }: OfLine) => ({
  id: line.id ?? 0,
  student_id: line.student_id,
  name: line.name,
  admission_no: line.admission_no,
  class: line.class,
  school_id: line.school_id,
  school: line.school,
  owed: line.owed === null ? null : toShillings(line.owed),
  amount: toShillings(line.amount),
  reason: line.reason,
  left_out: line.is_left_out === 1,
  may_put_back,
  still_owed: still_owed === null ? null : toShillings(still_owed),
  receipted: toShillings(receipted),
  paid_on: line.paid_on,
  reference: line.reference,
  came_back_on: line.came_back_on,
  came_back_reason: line.came_back_reason,
})

/** What was ticked at approval. */
async function readTicks(db: Db, payment_id: number): Promise<Payment['points']> {
  const ticks = await db
    .selectFrom('payment_ticks')
    .innerJoin('users', 'users.id', 'ticked_by')
    .leftJoin('schools', 'schools.id', 'school_id')
    .select(['key', 'kind', 'school_id', 'school', 'spoke_to', userNameIn('users').as('ticked_by')])
    .where('payment_id', '=', payment_id)
    .orderBy('key')
    .execute()
  return ticks.map((tick) => Object.assign(tick, { students: [] }))
}

const readDownloads = (db: Db, payment_id: number) =>
  db
    .selectFrom('payment_downloads')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['school_id', 'at', userNameIn('users').$castTo<string>().as('by')])
    .select((eb) => eb.ref('kind').$castTo<PaymentFile>().as('kind'))
    .where('payment_id', '=', payment_id)
    .orderBy('payment_downloads.id', 'desc')
    .execute()

type Asked = { year?: number | undefined; term?: number | undefined; student?: number | undefined }

/** What was paid and did not come back: for the caller's own students, or for one student. Those without a receipt first. */
export async function listOwnPayments(db: Db, { year, term, student }: Asked, actor: Actor) {
  const isOwn = student === undefined || !canSeePayments(actor.role)
  const rows = await db
    .selectFrom('payment_lines')
    .innerJoin('payments', 'payments.id', 'payment_lines.payment_id')
    .innerJoin('transfers', 'transfers.id', 'transfer_id')
    .innerJoin('students', 'students.id', 'payment_lines.student_id')
    .select(['payment_lines.id as line_id', 'student_id', 'students.name', 'payment_lines.school'])
    .select(['payment_lines.class', 'payment_lines.class_id', 'year_id', 'term_id', 'amount', 'paid_on'])
    .select('status')
    .where('state', '=', 'approved')
    .where('is_left_out', '=', 0)
    .where('came_back_on', 'is', null)
    .$if(isOwn, (query) => query.where('liaison_id', '=', actor.id))
    .$if(student !== undefined, (query) => query.where('student_id', '=', student ?? 0))
    .$if(year !== undefined, (query) => query.where('year_id', '=', year ?? 0))
    .$if(term !== undefined, (query) => query.where('term_id', '=', term ?? 0))
    .orderBy('paid_on')
    .orderBy('students.search')
    .orderBy('payment_lines.id')
    .execute()
  const ofStudents =
    student === undefined
      ? sql`select payment_lines.id from payment_lines join students on students.id = student_id
          where liaison_id = ${actor.id}`
      : sql`select id from payment_lines where student_id = ${student}`
  const receipted = await readReceipted(db, ofStudents)
  const shown = rows.map(({ status, ...row }) => {
    const links = receipted.get(row.line_id)
    return Object.assign(row, {
      has_left: status !== STUDENT_ACTIVE,
      school: row.school ?? '',
      amount: toShillings(row.amount),
      receipted: toShillings(links?.receipted ?? 0),
      receipts: links?.receipts ?? [],
      days: links ? null : daysBetween(row.paid_on, actor.today),
    })
  })
  return [...shown.filter(({ days }) => days !== null), ...shown.filter(({ days }) => days === null)]
}
