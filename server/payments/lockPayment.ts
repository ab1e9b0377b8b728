import type { Selectable, Updateable } from 'kysely'
import type { PaymentState } from '#contract/money/payments.ts'
import { conflict, notFound } from '../base/ApiError.ts'
import { type Change, type ChangeEntry, type Trx, writeChange } from '../database/history.ts'
import { inBatches } from '../database/inBatches.ts'
import { lockRow, lockRows } from '../database/lockRow.ts'
import type { Tables } from '../database/tables.ts'

export type PaymentRow = Selectable<Tables['payments']>

/** Reads a payment, which nobody else changes until the transaction ends; refuses one in another state. */
export async function lockPayment(
  trx: Trx,
  id: number,
  state?: PaymentState,
  refusal?: string,
): Promise<PaymentRow> {
  const payment = await lockRow(trx, 'payments', id)
  if (!payment) throw notFound()
  if (state && payment.state !== state) throw conflict(refusal ?? '')
  return payment
}

/** Keeps students as they are until the transaction ends. Every caller locks them in the order of their ids. */
export async function lockStudents(trx: Trx, ids: number[]): Promise<void> {
  for await (const some of inBatches(ids.toSorted((a, b) => a - b)))
    await lockRows(trx, 'students', some, { isShared: true })
}

/** Saves a change of a payment as a new version, with its history. The history of lines is their students’. */
export async function changePayment(
  change: Change,
  { id, version }: Pick<PaymentRow, 'id' | 'version'>,
  columns: Updateable<Tables['payments']>,
  entry?: Pick<ChangeEntry, 'action' | 'changes'>,
): Promise<void> {
  await change.trx
    .updateTable('payments')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .execute()
  if (entry) await writeChange(change, { entity: 'payment', entity_id: id, ...entry })
}
