import { type Kysely, sql } from 'kysely'
import { type BackupLapse, LAPSE_HOURS } from '#contract/backups.ts'
import { ADMINISTRATOR } from '#contract/permissions.ts'
import { USER_ACTIVE } from '#contract/users.ts'
import { writeHistory } from '../database/history.ts'
import { takeAdvisoryLock } from '../database/lockRow.ts'
import type { Tables } from '../database/tables.ts'
import type { Services } from '../Services.ts'
import { lapseLetter } from './lapseLetter.ts'

const HOUR_MS = 60 * 60_000
const LETTER_EVERY_MS = 7 * 24 * HOUR_MS

/** The history of nightly backups as a whole has the id 0. */
export const nightlyHistory = { entity: 'backup', entity_id: 0, user_id: null } as const
type Event = 'turned on' | 'turned off' | 'wrote letters'

type Lapsing = Pick<Services, 'db' | 'config' | 'clock' | 'outbox' | 'log'>

/** Records in the history that nightly backups were turned on or off, so that earlier nights do not count as missed. */
export async function recordNightlySetting({ db, config, clock }: Lapsing): Promise<void> {
  await withNightlyLock(db, async (trx) => {
    const { on, off } = await eventsOf(trx)
    const isOn = on !== null && on > (off ?? '')
    if (isOn === Boolean(config.backupTo)) return
    const action: Event = config.backupTo ? 'turned on' : 'turned off'
    await writeHistory(trx, { ...nightlyHistory, action, at: clock().toISOString() })
  })
}

export const nightlySince = async (db: Kysely<Tables>): Promise<string | null> => (await eventsOf(db)).on

/** When the last good backup was read back, and a warning about it. */
export const lastGood = (db: Kysely<Tables>) =>
  db
    .selectFrom('backups')
    .select(['read_back_at', 'reason'])
    .where('state', '=', 'good')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Null if there is a recent good backup, or if nightly backups were turned on recently. */
export async function readLapse(db: Kysely<Tables>, now: Date): Promise<BackupLapse | null> {
  const { on, letters } = await eventsOf(db)
  if (on === null) return null
  const since = [on, (await lastGood(db))?.read_back_at ?? on].toSorted()[1] ?? on
  const hours = (now.getTime() - Date.parse(since)) / HOUR_MS
  if (hours <= LAPSE_HOURS) return null
  return { since, hours: Math.floor(hours), letter_at: letters !== null && letters > since ? letters : null }
}

/** Writes to every administrator when no backup has been good for too long, and again every seven days. */
export async function writeLapseLetters(services: Lapsing): Promise<void> {
  const { db, config, clock, outbox, log } = services
  const now = clock()
  if (!isDue(await readLapse(db, now), now)) return
  const written = await withNightlyLock(db, async (trx) => {
    const lapse = await readLapse(trx, now)
    if (!lapse || !isDue(lapse, now)) return 0
    const readers = await trx
      .selectFrom('users')
      .select(['id', 'email', 'first_name'])
      .where('role_id', '=', ADMINISTRATOR)
      .where('status', '=', USER_ACTIVE)
      .execute()
    if (readers.length === 0) return 0
    const last = await trx
      .selectFrom('backups')
      .select('reason')
      .where('state', 'in', ['failed', 'not good'])
      .where('started_at', '>', lapse.since)
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    const letters = readers.map(({ id: user_id, email: recipient, first_name }) =>
      Object.assign({ recipient, user_id }, lapseLetter({ first_name, lapse, reason: last?.reason, config })),
    )
    await outbox.writeAll(trx, letters)
    const action: Event = 'wrote letters'
    await writeHistory(trx, { ...nightlyHistory, action, at: now.toISOString() })
    return letters.length
  })
  if (written === 0) return
  outbox.nudge()
  log.warn({ letters: written }, 'no backup has been good for too long')
}

const isDue = (lapse: BackupLapse | null, now: Date) =>
  lapse !== null &&
  (lapse.letter_at === null || now.getTime() - Date.parse(lapse.letter_at) >= LETTER_EVERY_MS)

/** When nightly backups were last turned on and off, and letters last written. */
async function eventsOf(db: Kysely<Tables>) {
  const last = (event: Event) => sql<string | null>`max(case action when ${event} then at end)`
  return db
    .selectFrom('history')
    .select([last('turned on').as('on'), last('turned off').as('off'), last('wrote letters').as('letters')])
    .where('entity', '=', nightlyHistory.entity)
    .where('entity_id', '=', nightlyHistory.entity_id)
    .executeTakeFirstOrThrow()
}

/** Runs `work` in one process at a time. */
export const withNightlyLock = <Result>(
  db: Services['db'],
  work: (trx: Kysely<Tables>) => Promise<Result>,
): Promise<Result> =>
  db.transaction().execute(async (trx) => {
    await takeAdvisoryLock(trx, 'nightlyBackups')
    return work(trx)
  })
