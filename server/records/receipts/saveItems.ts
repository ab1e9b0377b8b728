import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { KeptItem } from './groupItems.ts'

type Trx = Kysely<Tables>
type Row = Omit<Tables['items'], 'id'>
/** In whole cents; without an id it is a new one. */
export type NewItem = Omit<KeptItem, 'id'> & { id?: number | undefined }

/** The items of a receipt, row by row. */
export const keptItems = (db: Trx, receipt_id: number): Promise<KeptItem[]> =>
  db
    .selectFrom('items')
    .select(['id', 'category', 'item', 'cost'])
    .where('receipt_id', '=', receipt_id)
    .orderBy('place')
    .orderBy('id')
    .execute()

/** Makes the items of a receipt those of the form: a row that says its id keeps it, one that is gone is removed. */
export async function saveItems(trx: Trx, receipt_id: number, items: NewItem[]): Promise<void> {
  const left = new Set((await keptItems(trx, receipt_id)).map(({ id }) => id))
  const added: Row[] = []
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
