import { type ReceiptForm, toCents } from '#contract/records/receipts.ts'
import { type Change, type Trx, writeAdded } from '../../database/history.ts'
import type { Tables } from '../../database/tables.ts'
import type { StoredBytes } from '../../files/storeUpload.ts'
import { linkReceipt } from '../../payments/receiptLinks.ts'
import { type Edited, editRecord, newRecord, orderFacts, type SharedField } from '../recordChanges.ts'
import { type KeptItem, sumOf } from './groupItems.ts'

/** The form's fields that only receipts have, except the items, with their names in the history. */
type OwnField = Exclude<keyof ReceiptForm, SharedField | 'items' | 'payment_lines'>
type OwnColumns = Pick<Tables['receipts'], OwnField> & Pick<Tables['receipts'], 'total'>
type Facts = Record<OwnField, unknown> & Record<string, unknown>
/** An item with its cost in whole cents. Without an id it is new. */
type NewItem = Omit<KeptItem, 'id'> & { id?: number | undefined }

export async function addReceipt(change: Change, form: ReceiptForm, pdf: StoredBytes): Promise<number> {
  const { trx } = change
  const { columns, facts } = await newRecord(change, form, pdf)
  const items = inCents(form)
  const { id } = await trx
    .insertInto('receipts')
    .values({ ...columns, ...ownColumns(items) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await saveItems(trx, id, items)
  const payments = await linkReceipt(trx, { id, student_id: form.student_id }, form.payment_lines ?? [])
  const costs: Facts = costsOf(items)
  await writeAdded(
    change,
    { entity: 'receipt', entity_id: id, student_id: form.student_id },
    { ...facts, ...costs, payment: payments.join(', ') || null },
  )
  return id
}

export function editReceipt(
  change: Change,
  id: number,
  form: Edited<ReceiptForm>,
  pdf: StoredBytes | undefined,
): Promise<void> {
  const { trx } = change
  return editRecord(change, 'receipt', id, form, pdf, async () => {
    const items = inCents(form)
    const kept = await keptItems(trx, id)
    const [from, to] = [costsOf(kept), costsOf(items)]
    const order = orderFacts('Order of items', kept.map(nameOf), items.map(nameOf))
    await saveItems(trx, id, items)
    // An item that is in only one of the two has no cost in the other.
    const none = Object.fromEntries(Object.keys({ ...from, ...to }).map((name) => [name, null]))
    const before: Facts = { ...none, ...from, ...order.from }
    const after: Facts = { ...none, ...to, ...order.to }
    return { columns: ownColumns(items), from: before, to: after }
  })
}

const ownColumns = (items: NewItem[]): OwnColumns => ({ total: sumOf(items) })

const inCents = ({ items }: ReceiptForm): NewItem[] =>
  items.map(({ id, category, item, cost }) => ({ id, category, item, cost: toCents(cost) }))

type Named = Pick<NewItem, 'category' | 'item'>

const nameOf = ({ category, item }: Named) => `${category}: ${item}`

/** The costs for the history; those of items with the same name are joined. */
export function costsOf(items: (Named & Pick<NewItem, 'cost'>)[]): Record<string, string> {
  const costs = new Map<string, string[]>()
  for (const item of items) {
    const name = nameOf(item)
    costs.set(name, [...(costs.get(name) ?? []), (item.cost / 100).toFixed(2)])
  }
  return Object.fromEntries([...costs].map(([name, each]) => [name, each.join(' + ')]))
}

/** The items of a receipt, row by row. */
const keptItems = (db: Trx, receipt_id: number): Promise<KeptItem[]> =>
  db
    .selectFrom('items')
    .select(['id', 'category', 'item', 'cost'])
    .where('receipt_id', '=', receipt_id)
    .orderBy('place')
    .orderBy('id')
    .execute()

/** Saves the items of a form: a row with a known id is updated, any other is added, and missing ones are deleted. */
async function saveItems(trx: Trx, receipt_id: number, items: NewItem[]): Promise<void> {
  const left = new Set((await keptItems(trx, receipt_id)).map(({ id }) => id))
  const added: Omit<Tables['items'], 'id'>[] = []
  for (const [place, { id = 0, category, item, cost }] of items.entries()) {
    const row = { receipt_id, place, category, item, cost }
    if (left.delete(id)) await trx.updateTable('items').set(row).where('id', '=', id).execute()
    else added.push(row)
  }
  if (left.size > 0)
    await trx
      .deleteFrom('items')
      .where('id', 'in', [...left])
      .execute()
  if (added.length > 0) await trx.insertInto('items').values(added).execute()
}
