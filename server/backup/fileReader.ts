import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS } from '#contract/base/days.ts'
import { repeatEvery } from '../base/repeatEvery.ts'
import type { Services } from '../Services.ts'
import { nightAt } from './backupSchedule.ts'
import { readStored, recordReadings } from './copy/readStored.ts'

/** Every stored file is read within this time, or later if Elimu does not run. */
const CYCLE_MS = 25 * DAY_MS
const CHECK_EVERY_MS = 15 * 60_000
/** Files that are read before the position is stored. A run that is stopped reads them again. */
const BATCH = 16
/** At most 10 MB a second, so that users do not notice the reading. */
const MEGABYTE = 1_000_000
const PAUSE_MS = 100

const POSITION = 'files_read_until'

type Reading = Pick<Services, 'config' | 'db' | 'files' | 'clock'>

/** Reads a share of the stored files every night, and compares their hashes. */
export const createFileReader = (services: Reading & Pick<Services, 'log'>) =>
  repeatEvery(
    CHECK_EVERY_MS,
    async (stopping) => {
      const read = await readDueFiles(services, stopping)
      if (read > 0) services.log.info({ read }, 'stored files were read again')
    },
    (err) => services.log.error({ err }, 'stored files could not be read again'),
  )

/**
 * Once a night, reads the files whose last reading is longest ago. A stored position, an instant, says how far the readings have
 * come: each file moves it on by its share of the cycle, until it reaches now. So the night after a missed one reads the files of
 * both. If another process has moved the position, this one stops. Returns how many files it has read.
 */
export async function readDueFiles(services: Reading, signal?: AbortSignal): Promise<number> {
  const { db, files, config, clock } = services
  const now = clock().getTime()
  let position = await positionIn(services)
  if (position.ms > nightAt(new Date(now), config.backupAt).due.getTime()) return 0
  const { count } = await db
    .selectFrom('stored_hashes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const stepMs = CYCLE_MS / Math.max(1, count)
  let read = 0
  while (position.ms < now) {
    const rows = await db
      .selectFrom('stored_hashes')
      .select(['key', 'sha256'])
      .orderBy('read_at')
      .orderBy('key')
      .limit(Math.min(BATCH, Math.ceil((now - position.ms) / stepMs)))
      .execute()
    const readings = []
    for (const row of rows) {
      signal?.throwIfAborted()
      const reading = await readStored(files, row, (source) => slowly(source, signal))
      readings.push({ key: row.key, reading })
    }
    await recordReadings(services, readings)
    read += rows.length
    const next = new Date(position.ms + Math.max(1, rows.length) * stepMs)
    if (!(await movePosition(services, position.value, next))) return read
    position = { ms: next.getTime(), value: next.toISOString() }
  }
  return read
}

/**
 * Now, at the first call. Later it is at most one cycle behind, however long Elimu was stopped, and a day behind if the clock was
 * far ahead.
 */
async function positionIn({ db, clock }: Reading): Promise<{ ms: number; value: string }> {
  const now = clock().getTime()
  await db
    .insertInto('settings')
    .values({ name: POSITION, value: new Date(now).toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', POSITION)
    .executeTakeFirstOrThrow()
  const ms = Date.parse(value)
  return { value, ms: ms > now + CYCLE_MS ? now - DAY_MS : Math.max(ms, now - CYCLE_MS) }
}

async function movePosition({ db }: Reading, from: string, to: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value: to.toISOString() })
    .where('name', '=', POSITION)
    .where('value', '=', from)
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

const slowly = (source: Readable, signal: AbortSignal | undefined) =>
  Readable.from(withPauses(source, signal), { objectMode: false })

async function* withPauses(source: Readable, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    yield chunk
    bytes += chunk.length
    if (bytes < MEGABYTE) continue
    bytes = 0
    await pause(PAUSE_MS, undefined, { signal })
  }
}
