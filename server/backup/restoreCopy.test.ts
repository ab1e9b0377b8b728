import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { connect, databaseFile } from '../database/connect.ts'
import { migrateWithin, migrationNames } from '../database/migrate.ts'
import { tableRules } from '../database/tableRules.ts'
import type { Tables } from '../database/tables.ts'
import { backUp, everyAnswer, fileOf, openCharity, restore } from '../testing/backups/backups.ts'
import { addWholeStudent } from '../testing/data/wholeStudent.ts'
import { createWriter, type Send } from '../testing/data/recordWriter.ts'
import { openS3Server } from '../testing/files/s3Server.ts'
import { HOUR } from '../testing/steppedClock.ts'
import { addStudents, many } from '../testing/data/students.ts'
import { until } from '../testing/until.ts'
import { stranger } from '../testing/backups/forgedCopy.ts'
import { temporaryFolder } from '../testing/files/temporaryFolder.ts'
import { openTestApp, openWithCast, type TestApp } from '../testing/testApp.ts'
import { openEmbeddedDatabase, openSharedDatabase } from '../testing/database/testDatabase.ts'
import { cast } from '../testing/data/users.ts'
import { hashAll } from '../base/hashing.ts'
import { nightlySince, readLapse, storeNightlySince } from './backupLapse.ts'
import { spoolRecords, writeCopy } from './copy/writeCopy.ts'

const empty = () => openSharedDatabase({ isEmpty: true })
const emptySqlite = async () => ({ DATA_DIR: await temporaryFolder() })

/** The tables whose rows would be meaningless or wrong after a restore, for the reasons that `isCopied` gives. */
const notRestored = new Set<keyof Tables>([
  'sessions',
  'ended_sessions',
  'remembered_devices',
  'used_once',
  'attempts',
  'unowned_bytes',
  'creations',
  'backups',
  'restore_tests',
  'stored_hashes',
  'settings',
])

const rowsIn = async ({ db }: TestApp, table: keyof Tables) =>
  (await db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).toSorted()

/** Everything that users can read, and every file by its hash. */
async function allOf(test: TestApp) {
  const { text: year } = await (await test.signIn(cast.liaison)).get('/api/years')
  const answers = {
    ...(await everyAnswer(await test.signIn(cast.administrator))),
    liaison: JSON.stringify(await everyAnswer(await test.signIn(cast.liaison))),
    year,
  }
  const hashes: Record<string, string> = {}
  for (const { key, medium_key, thumb_key } of await test.db.selectFrom('files').selectAll().execute())
    for (const each of [key, medium_key, thumb_key])
      if (each) hashes[each] = (await hashAll((await test.files.open(each)).stream)).sha256
  return { answers, hashes }
}

describe('a restore', () => {
  it('moves a charity to the other engine and to S3, and back, unchanged', async () => {
    const first = await openCharity(await openEmbeddedDatabase())
    const before = await allOf(first)
    expect(Object.values(before.answers).filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(
      20,
    )
    expect(Object.keys(before.hashes).length).toBeGreaterThan(8)
    const path = await fileOf(first)

    const { url } = await openS3Server({ isListed: true })
    const there = await empty()
    const restored = await restore(path, there, { STORAGE_URL: url })
    expect(restored.waiting).toBe(1)
    expect(Object.keys(restored.manifest.files)).toHaveLength(Object.keys(before.hashes).length)
    expect(await readdir(join(there.DATA_DIR, 'incoming'))).toEqual([])
    const second = await openTestApp({ database: there, settings: { STORAGE_URL: url } })
    expect(await allOf(second)).toEqual(before)

    const back = await emptySqlite()
    await restore(await fileOf(second), back)
    const third = await openTestApp({ database: back })
    expect(await allOf(third)).toEqual(before)
    expect(await sql`pragma integrity_check`.execute(third.db)).toMatchObject({
      rows: [{ integrity_check: 'ok' }],
    })
  })

  it('brings back every row of the whole student and of the charity', async () => {
    const test = await openWithCast({ database: await openSharedDatabase() })
    await addWholeStudent(test)
    const target = await empty()
    await restore(await fileOf(test), target)
    const restored = await openTestApp({ database: target })
    const lost: string[] = []
    for (const table of Object.keys(tableRules) as (keyof Tables)[]) {
      if (notRestored.has(table)) continue
      // The whole student has no row in some tables about users.
      const isCopied = tableRules[table].isCopied
      const [before, after] = await Promise.all([test, restored].map((each) => rowsIn(each, table)))
      if (!isCopied || !isDeepStrictEqual(after, before)) lost.push(table)
    }
    expect(lost, 'tables whose rows a restore loses').toEqual([])
  })

  it('contains the state of one moment, even if eight users wrote while the copy was made', async () => {
    const BACKUP_TO = await temporaryFolder()
    const test = await openWithCast({ database: await openSharedDatabase(), settings: { BACKUP_TO } })
    const students = await addStudents(test.db, many(8))
    const liaison = await test.signIn(cast.liaison)
    let saved = 0
    let isOver = false
    const send: Send = async (url, body, headers) => {
      if (isOver) throw new Error('over')
      const answer = await liaison.post(url, body, { headers })
      saved += 1
      return answer
    }
    const writing = students.map((student) => createWriter().work(send, student))
    await until('all write', () => saved > 8)
    const { state, name } = await backUp(test)
    const savedAfter = saved
    isOver = true
    const ends = await Promise.allSettled(writing)
    expect(ends.every((end) => end.status === 'fulfilled' || end.reason.message === 'over')).toBe(true)
    expect(state).toBe('good')

    const target = await empty()
    await restore(join(BACKUP_TO, name ?? ''), target)
    const { db } = await openTestApp({ database: target })
    let copied = 0
    // A record is restored with all of its rows, its file and its history, or not at all.
    for (const kind of ['reports', 'receipts'] as const) {
      const records = await db.selectFrom(kind).selectAll().execute()
      for (const { id, version } of records.filter(({ student_id }) => students.includes(student_id))) {
        const entity = kind === 'reports' ? 'report' : 'receipt'
        const { count } = await db
          .selectFrom('history')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('entity', '=', entity)
          .where('entity_id', '=', id)
          .executeTakeFirstOrThrow()
        expect(count).toBe(version)
        copied += version
      }
    }
    expect(copied).toBeGreaterThan(8)
    expect(copied).toBeLessThan(savedAfter)
  })

  it('never uses an id again, even of deleted rows, and starts nightly backups afresh', async () => {
    const settings = { BACKUP_TO: '/backups' }
    const test = await openTestApp({ database: await openSharedDatabase(), settings })
    await storeNightlySince(test)
    const add = (db: TestApp['db']) =>
      db
        .insertInto('history')
        .values({ entity: 'user', entity_id: 1, action: 'added', changes: '{}', at: '' })
        .returning('id')
        .executeTakeFirstOrThrow()
    const { id } = await add(test.db)
    await test.db.deleteFrom('history').where('id', '=', id).execute()
    const target = await empty()
    await restore(await fileOf(test), target)
    const restored = await openTestApp({ database: target, settings })
    expect((await add(restored.db)).id).toBe(id + 1)
    const years = await restored.db
      .insertInto('years')
      .values({ year_name: '2040', folded: '2040' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(years.id).toBeGreaterThan(1)

    const started = new Date(Date.now() + HOUR)
    await storeNightlySince({ ...restored, clock: () => started })
    expect(await readLapse(restored.db, started)).toBeNull()
    expect(await nightlySince(restored.db)).toBe(started.toISOString())
  })

  it.for(['0009', '0015'])('migrates a copy of an Elimu before migration %s', async (next) => {
    const older = migrationNames.filter((name) => name < next)
    const source = await connect({ dataDir: await temporaryFolder(), databaseUrl: undefined })
    const spool = await temporaryFolder()
    const path = join(spool, 'old.elimu')
    await source.db.transaction().execute(async (trx) => {
      const rows = { trx, engine: source.engine }
      await migrateWithin(trx, source.engine, new Date('2026-01-01'), older)
      const years = await trx.selectFrom('years').selectAll().execute()
      expect(years).toMatchObject([{ year_name: '2026' }])
      const changes = '{"elimu":[null,"the original"]}'
      const event = { entity: 'backup', entity_id: 0, changes, at: '2026-01-01' }
      const events = ['turned on', 'was named'].map((action) => Object.assign({ action }, event))
      await trx.insertInto('history').values(events).execute()
      const about = { made_at: '2026-01-02T00:00:00.000Z', charity: 'Elimu', files: 'inside' } as const
      await pipeline(writeCopy(about, await spoolRecords(rows, spool), {}, stranger), createWriteStream(path))
    })
    await source.db.destroy()

    const target = await empty()
    await restore(path, target)
    const { db, client } = await openTestApp({ database: target })
    expect(await sql`select name from migrations order by name`.execute(db)).toMatchObject({
      rows: migrationNames.map((name) => ({ name })),
    })
    expect(await db.selectFrom('years').selectAll().execute()).toMatchObject([{ year_name: '2026' }])
    expect(await db.selectFrom('settings').selectAll().execute()).toEqual([])
    expect((await client().get('/api/health')).status).toBe(200)
  })

  it('refuses a database or a store that is not empty', async () => {
    const test = await openTestApp({ database: await openEmbeddedDatabase() })
    const path = await fileOf(test)
    const full = await openSharedDatabase()
    await expect(restore(path, full)).rejects.toThrow(
      full.DATABASE_URL
        ? 'The database of DATABASE_URL has tables already. Name an empty one.'
        : `There is a database already: ${databaseFile(full.DATA_DIR)}. Name an empty DATA_DIR.`,
    )
    const target = await empty()
    await mkdir(join(target.DATA_DIR, 'files', 'st'), { recursive: true })
    await writeFile(join(target.DATA_DIR, 'files', 'st', 'stranger'), 'x')
    await expect(restore(path, target)).rejects.toThrow(
      /^There are already files that do not belong to this copy/,
    )
  })
})
