import { type BackupLapse, LAPSE_HOURS, lapseWords } from '#contract/backups.ts'
import { timeOf } from '#contract/base/days.ts'
import type { Db } from '../database/connect.ts'
import type { Tables } from '../database/tables.ts'
import type { Services } from '../Services.ts'
import { activeAdministrators, writeToAdministrators } from './administratorLetter.ts'

const HOUR_MS = 60 * 60_000
const LETTER_EVERY_MS = 7 * 24 * HOUR_MS

type Lapsing = Pick<Services, 'db' | 'config' | 'clock' | 'outbox' | 'log'>

/** Stores since when nightly backups are on, so that earlier nights do not count as missed. */
export async function storeNightlySince({ db, config, clock }: Pick<Lapsing, 'db' | 'config' | 'clock'>) {
  if (!config.backupTo)
    return db.deleteFrom('settings').where('name', 'in', ['backups_since', 'backups_letters_at']).execute()
  return db
    .insertInto('settings')
    .values([
      { name: 'backups_since', value: clock().toISOString() },
      { name: 'backups_letters_at', value: '' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Nightly = Partial<Record<Tables['settings']['name'], string>>

/** The settings of nightly backups; empty while they are off. */
async function readNightly(db: Db): Promise<Nightly> {
  const rows = await db.selectFrom('settings').selectAll().execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export const nightlySince = async (db: Db) => (await readNightly(db)).backups_since

/** When the last good backup was read back, and whether it failed to remove expired copies. */
export const lastGood = (db: Db) =>
  db
    .selectFrom('backups')
    .select(['read_back_at', 'is_unpruned'])
    .where('state', '=', 'good')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** When the last good backup was read back, or since when nightly backups are on if that is later; undefined while they are off. */
export async function lastGoodOrOn(db: Db): Promise<string | undefined> {
  const on = await nightlySince(db)
  return on && [on, (await lastGood(db))?.read_back_at ?? on].toSorted()[1]
}

/** Null if there is a recent good backup, or if nightly backups were turned on recently. */
export async function readLapse(db: Db, now: Date): Promise<BackupLapse | null> {
  const since = await lastGoodOrOn(db)
  if (since === undefined) return null
  const { backups_letters_at: letters = '' } = await readNightly(db)
  const hours = (now.getTime() - Date.parse(since)) / HOUR_MS
  if (hours <= LAPSE_HOURS) return null
  return { since, hours: Math.floor(hours), letter_at: letters > since ? letters : null }
}

/** Writes to every administrator when no backup has been good for too long, and again every seven days. */
export async function writeLapseLetters(services: Lapsing): Promise<void> {
  const { db, clock, outbox, log } = services
  const now = clock()
  const lapse = await readLapse(db, now)
  const weekAgo = new Date(now.getTime() - LETTER_EVERY_MS).toISOString()
  if (!lapse || (lapse.letter_at ?? '') > weekAgo) return
  const written = await db.transaction().execute(async (trx) => {
    const readers = await activeAdministrators(trx)
    if (readers.length === 0) return 0
    // Of several processes, only the first finds the old value.
    const { numUpdatedRows } = await trx
      .updateTable('settings')
      .set({ value: now.toISOString() })
      .where('name', '=', 'backups_letters_at')
      .where('value', '<=', lapse.since > weekAgo ? lapse.since : weekAgo)
      .executeTakeFirst()
    if (Number(numUpdatedRows) === 0) return 0
    const last = await trx
      .selectFrom('backups')
      .select('reason')
      .where('state', 'in', ['failed', 'not good'])
      .where('started_at', '>', lapse.since)
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return writeToAdministrators(trx, readers, services, lapseLetter(lapse, last?.reason))
  })
  if (written === 0) return
  outbox.nudge()
  log.warn({ letters: written }, 'no backup has been good for too long')
}

const dayWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'Africa/Nairobi' })

/** The letter, with the reason and what to do. `reason` is why the last backup failed; undefined if none was begun. */
function lapseLetter(lapse: BackupLapse, reason: string | null | undefined) {
  const since = new Date(lapse.since)
  return {
    title: `No copy for ${lapseWords(lapse.hours)}`,
    paragraphs: [
      `Elimu has made no good copy of its records and files since ${dayWords.format(since)}, ${timeOf(since)} Nairobi time. If the server were lost, everything since then would be lost with it.`,
      reason === undefined
        ? 'No copy was begun in that time. Perhaps Elimu did not run at night.'
        : `The last one failed: ${(reason ?? 'the reason is unknown').replace(/\.$/, '')}.`,
      'Open Settings, Backup, and press Back up now. If that fails too, the page says what to fix. Earlier copies are not affected.',
    ],
    closing: 'This letter is sent every seven days until a copy is good.',
  }
}
