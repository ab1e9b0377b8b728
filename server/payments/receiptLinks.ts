import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { paymentMessages, paymentName, type ReceiptsForm } from '#contract/money/payments.ts'
import { shillingsText } from '#contract/records/receipts.ts'
import { conflict, invalid, notFound } from '../base/ApiError.ts'
import type { Db } from '../database/connect.ts'
import { type Change, type Trx, writeChange } from '../database/history.ts'
import { lockRow, lockRows } from '../database/lockRow.ts'
import { lockUnlessWaiting } from '../privacy/erasure/erasures.ts'

/** Links a receipt that is entered to the payments that it acknowledges, and answers their numbers. */
export async function linkReceipt(
  trx: Trx,
  receipt: { id: number; student_id: number },
  line_ids: number[],
): Promise<string[]> {
  if (line_ids.length === 0) return []
  // Others may be noting that the money came back, or linking receipts by hand.
  await lockRows(trx, 'payment_lines', line_ids)
  const lines = await trx
    .selectFrom('payment_lines')
    .innerJoin('payments', 'payments.id', 'payment_lines.payment_id')
    .select(['payment_lines.id', 'payment_lines.amount', 'came_back_on', 'number'])
    .where('payment_lines.id', 'in', line_ids)
    .where('student_id', '=', receipt.student_id)
    .where('transfer_id', 'is not', null)
    .orderBy('payment_lines.id')
    .execute()
  const wanted = new Set(line_ids)
  if (lines.length < wanted.size) throw invalid({ payment_lines: [paymentMessages.otherChild] })
  // A draft may name a payment that was acknowledged since.
  const acknowledged = await readReceipted(trx, sql.join([...wanted]))
  const isOpen = ({ id, amount, came_back_on }: (typeof lines)[number]) =>
    came_back_on === null && (acknowledged.get(id)?.receipted ?? 0) < amount
  if (!lines.every(isOpen)) throw invalid({ payment_lines: [paymentMessages.notOpen] })
  await trx
    .insertInto('receipt_lines')
    .values([...wanted].map((line_id) => ({ receipt_id: receipt.id, line_id })))
    .execute()
  return lines.map(({ number }) => paymentName(number))
}

/** Replaces the receipts of a payment line. */
export async function setReceipts(
  change: Change,
  line_id: number,
  { receipts, seen }: ReceiptsForm,
): Promise<void> {
  const { trx } = change
  const { student_id } = await trx
    .selectFrom('payment_lines')
    .select('student_id')
    .where('id', '=', line_id)
    .executeTakeFirstOrThrow(notFound)
  // In the order of all changes about a student.
  await lockUnlessWaiting(trx, student_id)
  const line = await lockRow(trx, 'payment_lines', line_id)
  if (!line) throw notFound()
  if (line.transfer_id === null) throw conflict(paymentMessages.notPaid)
  const wanted = new Set(receipts)
  const rows = await trx
    .selectFrom('receipt_lines')
    .select('receipt_id')
    .where('line_id', '=', line_id)
    .execute()
  const linked = new Set(rows.map(({ receipt_id }) => receipt_id))
  if (isSame(linked, wanted)) return
  if (seen && !isSame(linked, new Set(seen))) throw conflict(paymentMessages.linkedMeanwhile)
  const named = await trx
    .selectFrom('receipts')
    .select(['id', 'total'])
    .where('id', 'in', [...linked.union(wanted)])
    .where('student_id', '=', student_id)
    .orderBy('id')
    .execute()
  const totals = new Map(named.map(({ id, total }) => [id, shillingsText(total)]))
  if (!wanted.isSubsetOf(totals)) throw invalid({ receipts: [paymentMessages.otherReceipt] })
  await trx.deleteFrom('receipt_lines').where('line_id', '=', line_id).execute()
  if (wanted.size > 0)
    await trx
      .insertInto('receipt_lines')
      .values([...wanted].map((receipt_id) => ({ receipt_id, line_id })))
      .execute()
  const { number } = await trx
    .selectFrom('payments')
    .select('number')
    .where('id', '=', line.payment_id)
    .executeTakeFirstOrThrow()
  const textOf = (ids: ReadonlySet<number>) =>
    [...totals].flatMap(([id, total]) => (ids.has(id) ? [total] : [])).join(' + ') || null
  await writeChange(change, {
    entity: 'payment_line',
    entity_id: line_id,
    student_id,
    action: 'receipts changed',
    changes: { payment: [null, paymentName(number)], receipts: [textOf(linked), textOf(wanted)] },
  })
}

const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.symmetricDifference(other).size === 0

type Paid = { time?: Record<'year_id' | 'term_id', unknown> | undefined; until?: unknown }

/**
 * What was paid for a student, did not come back and has no receipt, as `line` and `transfer` in a query of `students`: in all
 * terms or in one, and until a day.
 */
export const paidWithoutReceipt = ({ time, until }: Paid) => sql`
  from payment_lines as line
  join transfers as transfer on transfer.id = line.transfer_id
  ${time ? sql`join payments as payment on payment.id = line.payment_id` : sql``}
  where line.student_id = students.id and line.came_back_on is null
    and not exists (select 1 from receipt_lines where receipt_lines.line_id = line.id)
    ${time ? sql`and payment.year_id = ${time.year_id} and payment.term_id = ${time.term_id}` : sql``}
    ${until === undefined ? sql`` : sql`and transfer.paid_on <= ${until}`}`

type Receipted = { receipted: number; receipts: number[] }

/**
 * What the linked receipts acknowledge of each line, by line. A receipt of several lines fills them in the order of their
 * payments; what is left over counts for the last of them.
 */
export async function readReceipted(db: Db, lines: RawBuilder<unknown>): Promise<Map<number, Receipted>> {
  const { rows } = await sql<{ receipt_id: number; total: number; line_id: number; amount: number }>`
    select receipt_lines.receipt_id, receipts.total, receipt_lines.line_id, payment_lines.amount
    from receipt_lines join receipts on receipts.id = receipt_lines.receipt_id
    join payment_lines on payment_lines.id = receipt_lines.line_id
    where receipt_lines.receipt_id in (select receipt_id from receipt_lines where line_id in (${lines}))
    order by receipt_lines.receipt_id, receipt_lines.line_id`.execute(db)
  const byLine = new Map<number, Receipted>()
  for (const [receipt_id, shares] of Map.groupBy(rows, (row) => row.receipt_id)) {
    let left = shares[0]?.total ?? 0
    for (const [index, { line_id, amount }] of shares.entries()) {
      const known = byLine.get(line_id) ?? { receipted: 0, receipts: [] }
      const isLast = index === shares.length - 1
      const share = isLast ? left : Math.min(left, Math.max(0, amount - known.receipted))
      left -= share
      byLine.set(line_id, { receipted: known.receipted + share, receipts: [...known.receipts, receipt_id] })
    }
  }
  return byLine
}
