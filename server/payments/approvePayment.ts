import { sql } from 'kysely'
import { type ApproveForm, paymentMessages } from '#contract/money/payments.ts'
import { COORDINATOR, canApprovePayments } from '#contract/permissions.ts'
import { shillingsText } from '#contract/records/receipts.ts'
import { USER_ACTIVE } from '#contract/users.ts'
import { ApiError, conflict, invalid } from '../base/ApiError.ts'
import type { Db } from '../database/connect.ts'
import type { Actor, Change, Trx } from '../database/history.ts'
import { inBatches } from '../database/inBatches.ts'
import { overwriting } from '../database/uniqueViolation.ts'
import { userNameIn } from '../users/userNameIn.ts'
import { changePayment, lockPayment, lockStudents } from './lockPayment.ts'
import { type Line, readLines, totalOf, whyUnpayable } from './paymentLines.ts'
import { type Point, pointsOf } from './paymentPoints.ts'
import type { AccountInUse } from './schoolAccounts.ts'

/** Whether a user prepared a payment, and whether they are the only one who could approve it. */
export async function approvalOf(db: Db, payment_id: number, actor: Actor) {
  const prepared = await db
    .selectFrom('payment_preparers')
    .select('user_id')
    .where('payment_id', '=', payment_id)
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  const isPreparer = prepared !== undefined
  return { isPreparer, mayApprove: canApprovePayments(actor.role) && (!isPreparer || (await isOnlyOne(db))) }
}

/** Whether only one active user of roles 1 to 3 exists, who then approves their own payments. */
export async function isOnlyOne(db: Db): Promise<boolean> {
  const { users } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('users'))
    .where('status', '=', USER_ACTIVE)
    .where('role_id', '<=', COORDINATOR)
    .executeTakeFirstOrThrow()
  return users === 1
}

/** Approves what the approver has seen and checked, and copies into the payment and its lines all that files and reprints need. */
export async function approvePayment(
  change: Change,
  id: number,
  { version, ticks }: ApproveForm,
): Promise<void> {
  const { trx, actor, at } = change
  await lockStudents(trx, await readStudents(trx, id))
  const payment = await lockPayment(trx, id, 'to_approve', paymentMessages.notToApprove)
  const { isPreparer, mayApprove } = await approvalOf(trx, id, actor)
  if (!mayApprove) throw new ApiError(403, paymentMessages.ownPayment)
  if (payment.version !== version) throw conflict(paymentMessages.stale)

  const { lines, accounts } = await readLines(trx, payment, actor.today)
  const points = await pointsOf(lines, accounts)
  const ticked = new Map(ticks.map((tick) => [tick.key, tick.spoke_to]))
  const isAccountNew = [...accounts.values()].some(({ set_at }) => set_at > (payment.sent_at ?? ''))
  checkTicks(points, ticked, isAccountNew)
  const paid = lines.filter(({ is_left_out }) => !is_left_out)
  const unpayable = paid.filter((line) => whyUnpayable(accounts.get(line.school_id), line.admission_no))
  if (unpayable.length > 0) throw conflict(paymentMessages.noLongerPayable(namesOf(unpayable)))
  if (paid.length === 0) throw conflict(paymentMessages.nothingToPay)

  await copyFacts(trx, id, lines, accounts)
  for await (const some of inBatches(points))
    await trx
      .insertInto('payment_ticks')
      .values(
        some.map(({ key, kind, school_id }) => ({
          payment_id: id,
          key,
          kind,
          school_id,
          spoke_to: ticked.get(key) ?? null,
          ticked_at: at,
          ticked_by: actor.id,
        })),
      )
      .execute()
  for (const { key, kind, school_id } of points)
    if (kind === 'account')
      await trx
        .updateTable('school_accounts')
        .set({ checked_at: at, checked_by: actor.id, spoke_to: ticked.get(key) ?? null })
        .where('id', '=', accounts.get(school_id ?? 0)?.id ?? 0)
        .execute()
  await changePayment(
    change,
    payment,
    {
      state: 'approved',
      approved_at: at,
      approved_by: actor.id,
      prepared_by_name: await readUserName(trx, payment.sent_by ?? payment.created_by),
      approved_by_name: await readUserName(trx, actor.id),
      is_approved_alone: isPreparer ? 1 : payment.is_approved_alone,
    },
    {
      action: isPreparer ? 'approved alone' : 'approved',
      changes: { total: [null, shillingsText(totalOf(lines))] },
    },
  )
}

async function readUserName(trx: Trx, id: number): Promise<string | null> {
  const user = await trx
    .selectFrom('users')
    .select(userNameIn('users').as('name'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return user.name
}

/** They are locked before the payment, in the order of a student who leaves: see followStudents.ts. */
async function readStudents(trx: Trx, payment_id: number): Promise<number[]> {
  const lines = await trx
    .selectFrom('payment_lines')
    .select('student_id')
    .where('payment_id', '=', payment_id)
    .execute()
  return lines.map(({ student_id }) => student_id)
}

/** A tick of something that has changed is refused, as is a missing one. */
function checkTicks(
  points: Point[],
  ticked: ReadonlyMap<string, string | null>,
  isAccountNew: boolean,
): void {
  const keys = new Set(points.map(({ key }) => key))
  const missing = points.filter(({ key }) => !ticked.has(key))
  // What came up while it waited, an approver may not have seen.
  const isUnseen = ({ kind, isNew }: Point) =>
    isNew || (isAccountNew && (kind === 'account' || kind === 'same_account'))
  if (missing.some(isUnseen) || [...ticked.keys()].some((key) => !keys.has(key)))
    throw conflict(paymentMessages.stale)
  if (missing.length > 0) throw invalid({ ticks: [paymentMessages.ticksMissing] })
  if (points.some(({ key, kind }) => kind === 'account' && ticked.get(key) === null))
    throw invalid({ ticks: [paymentMessages.spokeToRequired] })
}

const NAMED = 3
const namesOf = (lines: Line[]) => {
  const rest = lines.length - NAMED
  const names = lines.slice(0, NAMED).map(({ name }) => name)
  return [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}

/** From now on, nothing of a line follows the register. The accounts are those that were checked: another may be in use by now. */
async function copyFacts(
  trx: Trx,
  payment_id: number,
  lines: Line[],
  accounts: ReadonlyMap<number, AccountInUse>,
): Promise<void> {
  const changed = lines.filter(({ owed, owed_then }) => owed !== owed_then)
  for await (const some of inBatches(changed))
    await trx
      .insertInto('payment_lines')
      .values(
        some.map(({ student_id, school_id, amount, is_left_out, owed }) => ({
          payment_id,
          student_id,
          school_id,
          amount,
          is_left_out,
          owed,
        })),
      )
      .onConflict(overwriting(['payment_id', 'student_id'], ['owed']))
      .execute()
  const checked = [...accounts.values()].map(({ id }) => id)
  for await (const some of inBatches(lines))
    await trx
      .updateTable('payment_lines')
      .set({
        name: sql`(select name from students where students.id = student_id)`,
        admission_no: sql`(select admission_no from students
          where students.id = student_id and students.school_id = payment_lines.school_id)`,
        class: sql`(select class_name from classes where classes.id = class_id)`,
        school: sql`(select schools.school from schools where schools.id = payment_lines.school_id)`,
        account_id: sql`(select school_accounts.id from school_accounts
          where school_accounts.school_id = payment_lines.school_id and school_accounts.id in (${sql.join(checked)}))`,
      })
      .where(
        'id',
        'in',
        some.flatMap(({ id }) => id ?? []),
      )
      .execute()
}
