import type { Kysely } from 'kysely'
import type { SessionUser } from '#contract/auth.ts'
import { type FinanceForm, toCents } from '#contract/receipts.ts'
import type { Tables } from '../../database/tables.ts'
import type { StoredBytes } from '../../files/storeUpload.ts'
import type { Changing } from '../changeRecord.ts'
import { orderFacts } from '../orderFacts.ts'
import { editRecord, newRecord, writeAdded } from '../saveRecord.ts'
import type { Services } from '../../Services.ts'
import { sumOf } from './groupItems.ts'
import { keptItems, type NewItem, saveItems } from './saveItems.ts'

type Trx = Kysely<Tables>

/** Adds a receipt with its items, and answers its id. */
export async function addReceipt(
  trx: Trx,
  form: FinanceForm,
  pdf: StoredBytes,
  actor: SessionUser,
  { clock }: Pick<Services, 'clock'>,
): Promise<number> {
  const at = clock().toISOString()
  const { columns, facts } = await newRecord(trx, form, pdf, actor, at)
  const items = inCents(form)
  const { id } = await trx
    .insertInto('receipts')
    .values({ ...columns, total: sumOf(items) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await saveItems(trx, id, items)
  await writeAdded(trx, { kind: 'receipt', id, facts: { ...facts, ...costsOf(items) } }, actor, at)
  return id
}

export function editReceipt(
  id: number,
  form: FinanceForm,
  pdf: StoredBytes | undefined,
  changing: Changing,
  services: Pick<Services, 'db' | 'clock'>,
): Promise<void> {
  return editRecord('receipt', id, form, pdf, changing, services, async (trx) => {
    const items = inCents(form)
    const kept = await keptItems(trx, id)
    const [from, to] = [costsOf(kept), costsOf(items)]
    const order = orderFacts('Order of items', kept.map(nameOf), items.map(nameOf))
    await saveItems(trx, id, items)
    // An item that only one of them has cost nothing in the other.
    const none = Object.fromEntries(Object.keys({ ...from, ...to }).map((name) => [name, null]))
    return {
      columns: { total: sumOf(items) },
      from: { ...none, ...from, ...order.from },
      to: { ...none, ...to, ...order.to },
    }
  })
}

const inCents = ({ items }: FinanceForm): NewItem[] =>
  items.map(({ id, category, item, cost }) => ({ id, category, item, cost: toCents(cost) }))

type Named = Pick<NewItem, 'category' | 'item'>

const nameOf = ({ category, item }: Named) => `${category}: ${item}`

/** The costs as the history tells them, items of one name beside each other. */
function costsOf(items: (Named & Pick<NewItem, 'cost'>)[]): Record<string, string> {
  const costs = new Map<string, string[]>()
  for (const item of items) {
    const name = nameOf(item)
    costs.set(name, [...(costs.get(name) ?? []), (item.cost / 100).toFixed(2)])
  }
  return Object.fromEntries([...costs].map(([name, each]) => [name, each.join(' + ')]))
}
