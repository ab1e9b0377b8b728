import { sql } from 'kysely'
import type { Objects } from '../../files/FileStore.ts'
import type { Services } from '../../Services.ts'
import { goodSchema } from '../copy/copyFormat.ts'
import { hashAll } from '../../base/hashing.ts'
import { goodName, readJson } from './prune.ts'

/** In how many backups every older copy is read again. */
const ROUNDS = 30

export const rereadMessages = {
  damaged: 'It was good, but is damaged now: its bytes have another hash',
  missing: 'It was good, but is missing now',
  found: (names: string[]) => `No longer good: ${names.join(', ')}`,
} as const

/**
 * Reads the older copies again whose last reading is longest ago, because a disk may damage them later. The hash of their
 * bytes suffices, also if they are encrypted. A damaged or missing copy no longer counts. Returns the names of those.
 */
export async function rereadCopies(
  location: Objects,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<string[]> {
  const present = new Set<string>()
  for await (const { key } of location.list('elimu-')) present.add(key)
  await forgetRemoved(present, db)
  const rows = await db
    .selectFrom('backups')
    .select(['id', 'name'])
    .where('state', '=', 'good')
    .where('name', 'is not', null)
    .$narrowType<{ name: string }>()
    .orderBy(sql`coalesce(reread_at, read_back_at)`)
    .orderBy(sql`coalesce(reread_at, '')`)
    .orderBy('id')
    .execute()
  const copies = rows.filter(({ name }) => present.has(goodName(name)))
  const due = new Set(copies.slice(0, Math.ceil(copies.length / ROUNDS)))
  const bad: string[] = []
  for (const copy of copies) {
    const { id, name } = copy
    if (present.has(name) && !due.has(copy)) continue
    const isWhole = present.has(name) && (await hasItsHash(location, name))
    const reason = present.has(name) ? rereadMessages.damaged : rereadMessages.missing
    if (!isWhole) bad.push(name)
    await db
      .updateTable('backups')
      .set({
        reread_at: clock().toISOString(),
        ...(!isWhole && { state: 'not good', is_damaged: 1, reason }),
      })
      .where('id', '=', id)
      .execute()
  }
  return bad
}

/** Ends the warning about damaged copies that were removed. */
async function forgetRemoved(present: Set<string>, db: Services['db']): Promise<void> {
  const damaged = await db.selectFrom('backups').select(['id', 'name']).where('is_damaged', '=', 1).execute()
  for (const { id, name } of damaged)
    if (!present.has(goodName(name ?? '')))
      await db.updateTable('backups').set({ is_damaged: 0 }).where('id', '=', id).execute()
}

/** A damaged `.good.json` is reported when copies are removed. */
async function hasItsHash(location: Objects, name: string): Promise<boolean> {
  const { data: good } = goodSchema.safeParse(await readJson(location, goodName(name)))
  return !good || (await hashAll((await location.open(name)).stream)).sha256 === good.sha256
}
