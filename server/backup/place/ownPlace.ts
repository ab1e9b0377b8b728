import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { writeHistory } from '../../database/history.ts'
import type { Tables } from '../../database/tables.ts'
import type { Objects } from '../../files/FileStore.ts'
import type { Services } from '../../Services.ts'
import { BackupError } from '../copy/BackupError.ts'
import { FILES, goodSchema } from '../copy/copyFormat.ts'
import { withNightlyLock, nightlyHistory } from '../backupLapse.ts'
import { goodCopies, goodName, readJson, startOf } from './prune.ts'

type Owning = Pick<Services, 'db' | 'clock'>

/** The object that names the Elimu that owns a place. Copies can be restored without it. */
export const OWNER = 'owner.json'
const ownerSchema = z.object({ elimu: z.string() })

export const ANOTHERS =
  'Another Elimu stores its copies there. Give this one another BACKUP_TO or, if it replaces the other, run npm run backup -- --take-over on the server'

/**
 * Claims a place for this Elimu, because two would remove each other's copies. Claims another Elimu's place only with
 * `isTakenOver`. Returns a function that throws once another Elimu has claimed the place.
 */
export async function ownPlace(
  place: Objects,
  owning: Owning,
  isTakenOver = false,
): Promise<() => Promise<void>> {
  const elimu = await nameOf(owning)
  async function expectOwner(): Promise<void> {
    if ((await ownerIn(place)) !== elimu) throw new BackupError(ANOTHERS)
  }
  const owner = await findOwner(place)
  if (owner === elimu) return expectOwner
  if (owner !== undefined && !isTakenOver) throw new BackupError(ANOTHERS)
  // First, so that the next backup repeats it if it fails half-way.
  await adoptCopies(place, owning)
  // Not every store has locks: two may get here at once, and only one then finds its name.
  if ((await findOwner(place)) !== owner) throw new BackupError(ANOTHERS)
  try {
    await place.put(OWNER, Buffer.from(`${JSON.stringify({ elimu })}\n`), 'application/json')
  } catch (error) {
    if ((await findOwner(place)) === owner) throw error
  }
  await expectOwner()
  return expectOwner
}

async function findOwner(place: Objects): Promise<string | undefined> {
  for await (const { key } of place.list(OWNER)) if (key === OWNER) return ownerIn(place)
  return undefined
}

const ownerIn = async (place: Objects) =>
  ownerSchema.safeParse(await readJson(place, OWNER)).data?.elimu ?? 'unreadable'

const named = 'was named'

/** The unique id of this Elimu, which differs from those restored from its copies. */
const nameOf = ({ db, clock }: Owning): Promise<string> =>
  withNightlyLock(db, async (trx) => {
    const last = await trx
      .selectFrom('history')
      .select('changes')
      .where('entity', '=', nightlyHistory.entity)
      .where('entity_id', '=', nightlyHistory.entity_id)
      .where('action', '=', named)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return last ? String(JSON.parse(last.changes).elimu[1]) : assignName(trx, clock())
  })

/** Gives this Elimu a new id. A restored Elimu needs its own, because the original may still run. */
export async function assignName(trx: Kysely<Tables>, now: Date): Promise<string> {
  const elimu = randomUUID()
  const changes = { elimu: [null, elimu] } satisfies Parameters<typeof writeHistory>[1]['changes']
  await writeHistory(trx, { ...nightlyHistory, action: named, changes, at: now.toISOString() })
  return elimu
}

/** The names of the good copies that this Elimu has made or claimed, including removed ones. */
export async function ownCopies(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('backups').select('name').where('state', '=', 'good').execute()
  return rows.flatMap(({ name }) => name ?? [])
}

/** Registers the copies that are already at the place as this Elimu's. */
async function adoptCopies(place: Objects, { db }: Owning): Promise<void> {
  const rows = await db.selectFrom('backups').select('name').execute()
  const known = new Set(rows.map(({ name }) => name))
  const sizes = new Map<string, number>()
  for await (const { key, size } of place.list(FILES)) sizes.set(key, size)
  for (const name of (await goodCopies(place)).filter((each) => !known.has(each))) {
    const { data: good } = goodSchema.safeParse(await readJson(place, goodName(name)))
    // A damaged copy must not prevent backups.
    if (!good) continue
    const counts = { files_done: good.files.length, files_total: good.files.length }
    await db
      .insertInto('backups')
      .values({
        ...counts,
        name,
        state: 'good',
        step: 'reading back',
        started_at: startOf(name),
        beat_at: good.read_back_at,
        read_back_at: good.read_back_at,
        bytes: good.files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), good.bytes),
        new_bytes: null,
        reason: 'Made by the Elimu before this one',
      })
      .execute()
  }
}
