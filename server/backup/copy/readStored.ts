import type { Readable } from 'node:stream'
import { sql, type Selectable } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { isNoFile, type Objects } from '../../files/FileStore.ts'
import type { Services } from '../../Services.ts'
import { hashAll, type Hashed } from '../../base/hashing.ts'

export type StoredHash = Selectable<Tables['stored_hashes']>
type Damage = NonNullable<StoredHash['damage']>

/** What a reading found: the hash of the bytes, or damage. */
export type Reading = Hashed | Damage

/** Reads the bytes of a key and compares their hash. Reads them twice before it reports damage. */
export async function readStored(
  files: Pick<Objects, 'open'>,
  { key, sha256 }: Pick<StoredHash, 'key' | 'sha256'>,
  through: (source: Readable) => Readable = (source) => source,
): Promise<Reading> {
  const read = async (): Promise<Reading> => {
    try {
      const { stream } = await files.open(key)
      const hashed = await hashAll(through(stream))
      // A file without a known hash is taken as it is read for the first time.
      return !sha256 || hashed.sha256 === sha256 ? hashed : 'damaged'
    } catch (error) {
      return damageBy(error)
    }
  }
  const first = await read()
  return typeof first === 'string' ? read() : first
}

/** The errors of a disk that fails, and of a file that Elimu may no longer read. */
const UNREADABLE = new Set(['EIO', 'EACCES', 'EPERM', 'AccessDenied'])

/** The damage that an error of reading means. Throws other errors, such as a store that does not answer. */
function damageBy(error: unknown): Damage {
  if (isNoFile(error)) return 'missing'
  const { code = '', name } = error as NodeJS.ErrnoException
  if (UNREADABLE.has(code) || UNREADABLE.has(name)) return 'damaged'
  throw error
}

/** Stores what readings found, in one transaction: each write locks the database. Skips files that were deleted since they were read. */
export async function recordReadings(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  readings: { key: string; reading: Reading }[],
): Promise<void> {
  const read_at = clock().toISOString()
  await db.transaction().execute(async (trx) => {
    for (const { key, reading } of readings) {
      const found =
        typeof reading === 'string'
          ? { damage: reading, damaged_since: sql<string>`coalesce(damaged_since, ${read_at})` }
          : { ...reading, damage: null, damaged_since: null, letter_at: null, accepted_at: null }
      await trx
        .updateTable('stored_hashes')
        .set({ read_at, ...found })
        .where('key', '=', key)
        .execute()
    }
  })
}
