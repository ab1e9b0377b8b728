import { type LinesForm, type PaymentForm, paymentMessages, paymentName } from '#contract/money/payments.ts'
import { canApprovePayments, canPreparePayments } from '#contract/permissions.ts'
import { shillingsText, toCents } from '#contract/records/receipts.ts'
import { recordMessages } from '#contract/records/records.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { conflict, invalid, unauthorized } from '../base/ApiError.ts'
import type { Db } from '../database/connect.ts'
import {
  asText,
  type Change,
  type ChangeEntry,
  type Changes,
  type Trx,
  writeChange,
  writeChanges,
} from '../database/history.ts'
import { inBatches } from '../database/inBatches.ts'
import { takeAdvisoryLock } from '../database/lockRow.ts'
import { overwriting } from '../database/uniqueViolation.ts'
import { approvalOf } from './approvePayment.ts'
import { changePayment, lockPayment, lockStudents, type PaymentRow } from './lockPayment.ts'
import { readLines, totalOf } from './paymentLines.ts'

const { openDraft, stale, notDraft, notToApprove, notApproved } = paymentMessages

/** Starts a payment for a term. Its lines follow the register until it is sent. */
export async function proposePayment(change: Change, { year_id, term_id }: PaymentForm): Promise<number> {
  const { trx, actor, at } = change
  await takeAdvisoryLock(trx, 'payments')
  const year = await trx.selectFrom('years').select('id').where('id', '=', year_id).executeTakeFirst()
  if (!year) throw invalid({ year_id: [recordMessages.yearUnknown] })
  const term = await trx.selectFrom('terms').select('id').where('id', '=', term_id).executeTakeFirst()
  if (!term) throw invalid({ term_id: [recordMessages.termUnknown] })
  await refuseSecondDraft(trx, { year_id, term_id })
  const { last } = await trx
    .selectFrom('payments')
    .select((eb) => eb.fn.max<number | null>('number').as('last'))
    .executeTakeFirstOrThrow()
  const number = (last ?? 0) + 1
  const { id } = await trx
    .insertInto('payments')
    .values({
      number,
      year_id,
      term_id,
      state: 'draft',
      version: 1,
      is_approved_alone: 0,
      created_at: at,
      created_by: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await notePreparer(change, id)
  await writeChange(change, {
    entity: 'payment',
    entity_id: id,
    action: 'proposed',
    changes: { number: [null, paymentName(number)] },
  })
  return id
}

async function refuseSecondDraft(trx: Trx, { year_id, term_id }: PaymentForm): Promise<void> {
  const open = await trx
    .selectFrom('payments')
    .select('id')
    .where('year_id', '=', year_id)
    .where('term_id', '=', term_id)
    .where('state', '!=', 'approved')
    .executeTakeFirst()
  if (open) throw conflict(openDraft)
}

/** Whoever is noted here never approves the payment, also after a change of their role. */
const notePreparer = ({ trx, actor }: Change, payment_id: number) =>
  trx
    .insertInto('payment_preparers')
    .values({ payment_id, user_id: actor.id })
    .onConflict((on) => on.doNothing())
    .execute()

/**
 * Changes, leaves out or adds the lines of a draft. While it waits for approval, approvers may leave lines out, and put them
 * back.
 */
export async function changeLines(change: Change, id: number, { version, lines }: LinesForm): Promise<void> {
  const { trx, actor } = change
  const payment = await lockPayment(trx, id)
  const isDraft = payment.state === 'draft'
  if (isDraft && !canPreparePayments(actor.role)) throw unauthorized()
  if (!isDraft && (payment.state === 'approved' || !canApprovePayments(actor.role))) throw conflict(notDraft)
  if (payment.version !== version) throw conflict(stale)
  await (isDraft ? changeDraft : leaveOutOrPutBack)(change, payment, lines)
  await changePayment(change, payment, {})
}

type Wanted = LinesForm['lines']

async function changeDraft(change: Change, payment: PaymentRow, wanted: Wanted): Promise<void> {
  const { trx } = change
  const schools = new Map<number, number>()
  for await (const some of inBatches(wanted)) {
    const students = await trx
      .selectFrom('students')
      .select(['id', 'school_id'])
      .where('id', 'in', idsOf(some))
      .where('status', '=', STUDENT_ACTIVE)
      .execute()
    for (const { id, school_id } of students) schools.set(id, school_id)
  }
  refuseUnknown(wanted, schools, paymentMessages.studentUnknown)
  const zero = wanted.findIndex(({ amount, left_out }) => amount === 0 && !left_out)
  if (zero >= 0) throw invalid({ [`lines.${zero}.amount`]: [paymentMessages.amountNeeded] })
  const before = await storedLines(trx, payment.id)
  for await (const some of inBatches(uniqueLines(wanted))) {
    const rows = some.map(({ student_id, amount, left_out, reason }) => ({
      payment_id: payment.id,
      student_id,
      school_id: schools.get(student_id) ?? 0,
      amount: toCents(amount),
      is_left_out: left_out ? 1 : 0,
      reason,
    }))
    const saved = await trx
      .insertInto('payment_lines')
      .values(rows)
      .onConflict(overwriting(['payment_id', 'student_id'], ['amount', 'is_left_out', 'reason']))
      .returningAll()
      .execute()
    await writeChanges(
      change,
      saved.map((line) => lineEntry(payment, line, before.get(line.student_id))),
    )
  }
  await notePreparer(change, payment.id)
}

/** The amount of a line stays as it was sent, and so does the reason of one that is put back. */
async function leaveOutOrPutBack(change: Change, payment: PaymentRow, wanted: Wanted): Promise<void> {
  const { trx, actor } = change
  const before = await storedLines(trx, payment.id)
  refuseUnknown(wanted, before, paymentMessages.lineUnknown)
  // Only who may approve it decides against another approver.
  const { mayApprove } = await approvalOf(trx, payment.id, actor)
  const since = await leftOutSince(trx, payment.id)
  for (const { student_id, left_out, reason } of uniqueLines(wanted)) {
    const earlier = before.get(student_id)
    const sent = since.get(earlier?.id ?? 0)
    if (!left_out && !(sent && mayApprove)) throw conflict(paymentMessages.onlyLeaveOut)
    const line = await trx
      .updateTable('payment_lines')
      .set(left_out || !sent ? { is_left_out: 1, reason } : { is_left_out: 0, reason: sent.reason })
      .where('payment_id', '=', payment.id)
      .where('student_id', '=', student_id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await writeChange(change, lineEntry(payment, { ...line, reason }, earlier))
  }
}

/**
 * The lines that approvers left out since a payment was sent, with the reasons that they had before, by id. Sending gives
 * all lines new ids, so their history begins there.
 */
export async function leftOutSince(
  db: Db,
  payment_id: number,
): Promise<Map<number, { reason: string | null }>> {
  const entries = await db
    .selectFrom('history')
    .innerJoin('payment_lines', 'payment_lines.id', 'entity_id')
    .select(['entity_id', 'changes'])
    .where('entity', '=', 'payment_line')
    .where('payment_id', '=', payment_id)
    .where('is_left_out', '=', 1)
    .orderBy('history.id')
    .execute()
  const since = new Map<number, { reason: string | null }>()
  for (const { entity_id, changes } of entries) {
    const { left_out, reason } = JSON.parse(changes) as Changes
    // A line that was sent as left out, or is left out again, has another reason only.
    if (left_out?.[0] === 'No' && left_out[1] === 'Yes') since.set(entity_id, { reason: asText(reason?.[0]) })
  }
  return since
}

const idsOf = (lines: Wanted) => lines.map(({ student_id }) => student_id)
/** The last line of each student. */
const uniqueLines = (lines: Wanted) => [...new Map(lines.map((line) => [line.student_id, line])).values()]

function refuseUnknown(wanted: Wanted, known: { has: (id: number) => boolean }, message: string): void {
  const wrong = wanted.findIndex(({ student_id }) => !known.has(student_id))
  if (wrong >= 0) throw invalid({ [`lines.${wrong}.student_id`]: [message] })
}

async function storedLines(trx: Trx, payment_id: number) {
  const rows = await trx
    .selectFrom('payment_lines')
    .select(['id', 'student_id', 'amount', 'is_left_out', 'reason'])
    .where('payment_id', '=', payment_id)
    .execute()
  return new Map(rows.map((row) => [row.student_id, row]))
}
type StoredLine = NonNullable<ReturnType<Awaited<ReturnType<typeof storedLines>>['get']>>

const yesNo = (is: number) => (is ? 'Yes' : 'No')

function lineEntry({ number }: PaymentRow, line: StoredLine, before: StoredLine | undefined): ChangeEntry {
  return {
    entity: 'payment_line',
    entity_id: line.id,
    student_id: line.student_id,
    action: line.is_left_out ? 'left out' : before ? 'changed' : 'set',
    changes: {
      payment: [null, paymentName(number)],
      amount: [before ? shillingsText(before.amount) : null, shillingsText(line.amount)],
      left_out: [before ? yesNo(before.is_left_out) : null, yesNo(line.is_left_out)],
      reason: [before?.reason ?? null, line.reason],
    },
  }
}

/** Sends a draft for approval: from now on its lines are stored, and only leave out those who are not Active any more. */
export async function sendPayment(change: Change, id: number): Promise<void> {
  const { trx, actor, at } = change
  const payment = await lockPayment(trx, id, 'draft', notDraft)
  // A student who leaves at this moment either is not proposed, or finds the line: see followStudents.ts.
  const active = await trx.selectFrom('students').select('id').where('status', '=', STUDENT_ACTIVE).execute()
  await lockStudents(
    trx,
    active.map((student) => student.id),
  )
  const { lines } = await readLines(trx, payment, actor.today)
  if (lines.every(({ is_left_out }) => is_left_out)) throw conflict(paymentMessages.nothingToPay)
  // Stored again in the order of schools and names, which lists and files keep.
  await trx.deleteFrom('payment_lines').where('payment_id', '=', id).execute()
  const rows = lines.map(({ student_id, school_id, class_id, owed, amount, is_left_out, reason }) => ({
    payment_id: id,
    student_id,
    school_id,
    class_id,
    owed,
    amount,
    is_left_out,
    reason,
  }))
  for await (const some of inBatches(rows)) await trx.insertInto('payment_lines').values(some).execute()
  await notePreparer(change, id)
  await changePayment(
    change,
    payment,
    { state: 'to_approve', note: null, sent_at: at, sent_by: actor.id },
    { action: 'sent for approval', changes: { total: [null, shillingsText(totalOf(lines))] } },
  )
}

/** Returns a payment to its preparer. It follows the register again. */
export async function returnPayment(change: Change, id: number, note: string): Promise<void> {
  const { trx, actor, at } = change
  const payment = await lockPayment(trx, id, 'to_approve', notToApprove)
  await forgetProposed(trx, id)
  await changePayment(
    change,
    payment,
    { state: 'draft', note, returned_at: at, returned_by: actor.id },
    { action: 'returned', changes: { note: [null, note] } },
  )
}

/** Makes an approved payment a draft again, as long as nothing of it has left. */
export async function reopenPayment(change: Change, id: number): Promise<void> {
  const { trx } = change
  await takeAdvisoryLock(trx, 'payments')
  const payment = await lockPayment(trx, id, 'approved', notApproved)
  const isGone = async (table: 'payment_downloads' | 'transfers') =>
    (await trx.selectFrom(table).select('id').where('payment_id', '=', id).executeTakeFirst()) !== undefined
  if ((await isGone('payment_downloads')) || (await isGone('transfers')))
    throw conflict(paymentMessages.alreadyLeft)
  await refuseSecondDraft(trx, payment)
  await forgetProposed(trx, id)
  await trx
    .updateTable('payment_lines')
    .set({ name: null, admission_no: null, class: null, school: null, account_id: null })
    .where('payment_id', '=', id)
    .execute()
  await trx.deleteFrom('payment_ticks').where('payment_id', '=', id).execute()
  await changePayment(
    change,
    payment,
    { state: 'draft', approved_at: null, approved_by: null, prepared_by_name: null, approved_by_name: null },
    { action: 'reopened' },
  )
}

/** Lines without a reason are those that nobody changed. */
const forgetProposed = (trx: Trx, payment_id: number) =>
  trx.deleteFrom('payment_lines').where('payment_id', '=', payment_id).where('reason', 'is', null).execute()
