import { type CameBackForm, type PaidForm, paymentMessages } from '#contract/money/payments.ts'
import { shillingsText } from '#contract/records/receipts.ts'
import { conflict, invalid } from '../base/ApiError.ts'
import type { Change, Trx } from '../database/history.ts'
import { inBatches } from '../database/inBatches.ts'
import { changePayment, lockPayment, type PaymentRow } from './lockPayment.ts'

/** Marks the schools of one transfer as paid. */
export async function markPaid(
  change: Change,
  id: number,
  { schools, on, reference }: PaidForm,
): Promise<void> {
  const { trx, actor, at } = change
  const payment = await lockApproved(change, id, on)
  const lines = await readSent(trx, id)
  const asked = new Set(schools)
  refuseUnknownSchools(lines, schools)
  const chosen = lines.filter(({ school_id }) => asked.has(school_id))
  if (chosen.some(({ transfer_id }) => transfer_id !== null)) throw conflict(paymentMessages.schoolPaid)
  const { id: transfer_id } = await trx
    .insertInto('transfers')
    .values({ payment_id: id, paid_on: on, reference, noted_at: at, noted_by: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await updateLines(trx, chosen, { transfer_id })
  await note(change, payment, 'marked as paid', { on, reference }, chosen)
}

/** Notes money that came back. Of an Active student it is owed again. */
export async function noteCameBack(change: Change, id: number, form: CameBackForm): Promise<void> {
  const { trx, actor, at } = change
  const { on, reason } = form
  const payment = await lockApproved(change, id, on)
  const lines = await readSent(trx, id)
  const known = new Set(lines.map((line) => line.id))
  if (form.lines.some((line) => !known.has(line))) throw invalid({ lines: [paymentMessages.lineUnknown] })
  refuseUnknownSchools(lines, form.schools)
  const isThere = (line: SentLine) => line.transfer_id !== null && line.came_back_on === null
  const chosen = lines.filter((line) => form.lines.includes(line.id))
  const ofSchools = form.schools.map((school) =>
    lines.filter((line) => line.school_id === school && isThere(line)),
  )
  if (!chosen.every(isThere) || ofSchools.some((some) => some.length === 0))
    throw conflict(paymentMessages.notPaid)
  const all = [...new Set([...chosen, ...ofSchools.flat()])]
  if (all.some(({ paid_on }) => paid_on !== null && on < paid_on))
    throw invalid({ on: [paymentMessages.onBeforePaid] })
  await updateLines(trx, all, {
    came_back_on: on,
    came_back_reason: reason,
    came_back_at: at,
    came_back_by: actor.id,
  })
  await note(change, payment, 'came back', { on, reason }, all)
}

async function lockApproved({ trx, actor }: Change, id: number, on: string): Promise<PaymentRow> {
  if (on > actor.today) throw invalid({ on: [paymentMessages.onAhead] })
  return lockPayment(trx, id, 'approved', paymentMessages.notApproved)
}

/** The lines that were approved and not left out. */
const readSent = (trx: Trx, payment_id: number) =>
  trx
    .selectFrom('payment_lines')
    .leftJoin('transfers', 'transfers.id', 'payment_lines.transfer_id')
    .select(['payment_lines.id', 'school_id', 'amount', 'transfer_id', 'paid_on', 'came_back_on'])
    .where('payment_lines.payment_id', '=', payment_id)
    .where('is_left_out', '=', 0)
    .execute()
type SentLine = Awaited<ReturnType<typeof readSent>>[number]

function refuseUnknownSchools(lines: SentLine[], schools: number[]): void {
  const known = new Set(lines.map(({ school_id }) => school_id))
  if (schools.some((school) => !known.has(school)))
    throw invalid({ schools: [paymentMessages.schoolUnknown] })
}

type Noted =
  | { transfer_id: number }
  | (Record<`came_back_${'on' | 'reason' | 'at'}`, string> & { came_back_by: number })

async function updateLines(trx: Trx, lines: SentLine[], columns: Noted): Promise<void> {
  for await (const some of inBatches(lines))
    await trx
      .updateTable('payment_lines')
      .set(columns)
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .execute()
}

const note = (
  change: Change,
  payment: PaymentRow,
  action: string,
  facts: Record<string, string>,
  lines: SentLine[],
) =>
  changePayment(
    change,
    payment,
    {},
    {
      action,
      changes: {
        ...Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, [null, value]])),
        amount: [null, shillingsText(lines.reduce((sum, { amount }) => sum + amount, 0))],
        schools: [null, [...new Set(lines.map(({ school_id }) => school_id))].join(', ')],
      },
    },
  )
