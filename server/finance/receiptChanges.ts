import type { Kysely } from 'kysely'
import type { SessionUser } from '#contract/auth.ts'
import { type FinanceForm, toCents } from '#contract/finance.ts'
import type { Tables } from '../database/tables.ts'
import type { StoredBytes } from '../files/storeUpload.ts'
import type { Changing } from '../records/changeRecord.ts'
import { editRecord, newRecord, writeAdded } from '../records/saveRecord.ts'
import type { Services } from '../Services.ts'
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
    const [from, to] = [costsOf(await keptItems(trx, id)), costsOf(items)]
    await saveItems(trx, id, items)
    // An item that only one of them has cost nothing in the other.
    const none = Object.fromEntries(Object.keys({ ...from, ...to }).map((name) => [name, null]))
    return { columns: { total: sumOf(items) }, from: { ...none, ...from }, to: { ...none, ...to } }
  })
}

const inCents = ({ items }: FinanceForm): NewItem[] =>
  items.map(({ id, category, item, cost }) => ({ id, category, item, cost: toCents(cost) }))

/** The costs as the history tells them, items of one name together. */
function costsOf(items: Pick<NewItem, 'category' | 'item' | 'cost'>[]): Record<string, string> {
  const costs = new Map<string, number>()
  for (const { category, item, cost } of items) {
    const name = `${category}: ${item}`
    costs.set(name, (costs.get(name) ?? 0) + cost)
  }
  return Object.fromEntries([...costs].map(([name, cents]) => [name, (cents / 100).toFixed(2)]))
}
