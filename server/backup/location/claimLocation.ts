import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../../database/connect.ts'
import type { Objects } from '../../files/FileStore.ts'
import type { Services } from '../../Services.ts'
import { BackupError, isLocationError } from '../copy/BackupError.ts'
import { FILES, goodSchema } from '../copy/copyFormat.ts'
import { readingError } from '../copy/readCopy.ts'
import { openSigner } from '../copy/signing.ts'
import { copyAt, type Keys } from './openCopy.ts'
import { goodCopies, goodName, type OwnCopies, readJson, startOf } from './prune.ts'

type Owning = Pick<Services, 'db' | 'config'>

/** The object that names the Elimu that owns a location. Copies can be restored without it. */
export const OWNER = 'owner.json'
const ownerSchema = z.object({ elimu: z.string() })

export const ANOTHERS =
  'Another Elimu stores its copies there. Give this one another BACKUP_TO or, if it replaces the other, run npm run backup -- --take-over on the server'

/** The state of a location that a backup has claimed. */
type Owned = {
  /** Throws once another Elimu has claimed the location. */
  expectOwner: () => Promise<void>
  /** The number of good copies at the location that were not registered as this Elimu's. */
  foreign: number
}

/**
 * Claims a location for this Elimu, because two would remove each other's copies. Claims another Elimu's location only with
 * `claim`, the keys of the copies there.
 */
export async function claimLocation(location: Objects, owning: Owning, claim?: Keys): Promise<Owned> {
  const elimu = await identityOf(owning)
  async function expectOwner(): Promise<void> {
    if ((await ownerIn(location)) !== elimu) throw new BackupError(ANOTHERS)
  }
  const owner = await findOwner(location)
  if (owner === elimu && !claim) return { expectOwner, foreign: 0 }
  if (owner !== undefined && !claim) throw new BackupError(ANOTHERS)
  // Copies are registered first, so that the next backup repeats this if it fails half-way.
  const foreign = await registerCopies(location, owning, claim)
  // Not every store has locks: two may get here at once, and only one then finds its name.
  if ((await findOwner(location)) !== owner) throw new BackupError(ANOTHERS)
  try {
    await location.put(OWNER, Buffer.from(`${JSON.stringify({ elimu })}\n`), 'application/json')
  } catch (error) {
    if ((await findOwner(location)) === owner) throw error
  }
  await expectOwner()
  return { expectOwner, foreign }
}

async function findOwner(location: Objects): Promise<string | undefined> {
  for await (const { key } of location.list(OWNER)) if (key === OWNER) return ownerIn(location)
  return undefined
}

const ownerIn = async (location: Objects) =>
  ownerSchema.safeParse(await readJson(location, OWNER)).data?.elimu ?? 'unreadable'

/** The unique id of this Elimu. A restored Elimu gets a new id, because the original may still run. */
async function identityOf({ db }: Owning): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name: 'backups_elimu', value: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'backups_elimu')
    .executeTakeFirstOrThrow()
  return value
}

/** The good copies that this Elimu has made or claimed, including removed ones. */
export async function ownCopies(db: Db): Promise<OwnCopies> {
  const rows = await db
    .selectFrom('backups')
    .select(['name', 'night'])
    .where('state', '=', 'good')
    .where('name', 'is not', null)
    .$narrowType<{ name: string }>()
    .execute()
  return new Map(rows.map(({ name, night }) => [name, { isNightly: night !== null }]))
}

/**
 * Registers the copies that are already at the location as this Elimu's, if they are signed by the signer of `keys`, by
 * default this Elimu. Others stay there but never count, because anyone who can write to the location may have added them.
 * Returns their number.
 */
async function registerCopies(location: Objects, { db, config }: Owning, keys: Keys = {}): Promise<number> {
  const signer = keys.signer ?? openSigner(config).fingerprint
  const rows = await db.selectFrom('backups').select(['name', 'night']).execute()
  const known = new Set(rows.map(({ name }) => name))
  const nights = new Set(rows.map(({ night }) => night))
  const sizes = new Map<string, number>()
  for await (const { key, size } of location.list(FILES)) sizes.set(key, size)
  let foreign = 0
  for (const name of (await goodCopies(location)).filter((each) => !known.has(each))) {
    const { data: good } = goodSchema.safeParse(await readJson(location, goodName(name)))
    // A damaged copy must not prevent backups.
    if (!good || !(await isSignedBy(location, name, { ...keys, signer }))) {
      foreign += 1
      continue
    }
    const counts = { files_done: good.files.length, files_total: good.files.length }
    await db
      .insertInto('backups')
      .values({
        ...counts,
        name,
        // Only one row may have a night, and another copy may have this one.
        night: good.night && !nights.has(good.night) ? good.night : null,
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
  return foreign
}

/** Whether a copy can be read, and is signed by the signer of `keys`. */
async function isSignedBy(location: Objects, name: string, keys: Keys): Promise<boolean> {
  try {
    await (await copyAt(location, name, keys)).read()
    return true
  } catch (error) {
    const why = readingError(error)
    if (why instanceof BackupError && !isLocationError(why)) return false
    throw error
  }
}
