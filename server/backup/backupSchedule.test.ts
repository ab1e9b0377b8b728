import { createServer } from 'node:net'
import { USER_DISABLED } from '#contract/users.ts'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { addBackups, backupsOf } from '../testing/backups/backupRows.ts'
import { lettersOf } from '../testing/mail/postman.ts'
import { spawnServer } from '../testing/spawnServer.ts'
import { HOUR, MINUTE, steppedClock } from '../testing/steppedClock.ts'
import { openTestApp, openWithCast, type TestApp } from '../testing/testApp.ts'
import { temporaryFolder } from '../testing/files/temporaryFolder.ts'
import { openSharedDatabase } from '../testing/database/testDatabase.ts'
import { addUsers, cast } from '../testing/data/users.ts'
import { nightlySince, storeNightlySince } from './backupLapse.ts'
import { createBackupSchedule } from './backupSchedule.ts'
import { beginBackup, CRASHED, STOPPED } from './backupRow.ts'
import { createBackups } from './createBackups.ts'

const DAY = 24 * HOUR
const BACKUP_TO = '/mnt/copies'
/** The instant of a time in Nairobi. */
const at = (time: string) => new Date(`2026-${time}+03:00`).toISOString()

/** Two processes whose schedules create the rows of nightly backups; no process makes the copies. */
async function openTwo(settings: Record<string, string> = { BACKUP_TO }, begins = true) {
  // The clock begins on 2 March at 11:00 in Nairobi.
  const test = await openWithCast({ settings })
  const second = await openTestApp({ beside: test, settings })
  const newProcess = ({ services }: TestApp = test) =>
    createBackupSchedule({
      ...services,
      backups: { ...services.backups, begin: async (of) => (begins ? beginBackup(services, of) : undefined) },
    })
  const both = [newProcess(), newProcess(second)] as const
  return {
    test,
    newProcess,
    runDue: () => Promise.all(both.map((schedule) => schedule.runDue())),
    nights: async () => (await backupsOf(test)).map(({ night }) => night),
    endRunning: (reason = 'The store did not answer') =>
      test.db
        .updateTable('backups')
        .set({ state: 'failed', reason })
        .where('state', '=', 'running')
        .execute(),
  }
}

describe('a nightly copy', () => {
  it('is begun once at its time in Nairobi, by one of two processes, and never again that night', async () => {
    const { test, runDue, nights, endRunning } = await openTwo()
    await runDue()
    test.clock.step(15 * HOUR - MINUTE)
    await runDue()
    expect(await nights()).toEqual([])
    test.clock.step(MINUTE)
    await runDue()
    expect(await backupsOf(test)).toMatchObject([{ night: '2026-03-03', state: 'running', started_by: null }])
    await endRunning()
    test.clock.step(HOUR)
    await runDue()
    test.clock.step(23 * HOUR)
    await runDue()
    expect(await nights()).toEqual(['2026-03-03', '2026-03-04'])
  })

  it('is begun even if there is a good one from a future year, made while the clock was wrong', async () => {
    const { test, runDue, nights } = await openTwo()
    test.clock.step(365 * DAY)
    await runDue()
    await addBackups(test, [{ started_at: test.clock().toISOString() }])
    test.clock.step(-364 * DAY)
    await runDue()
    expect(await nights()).toEqual([null, '2026-03-03'])
  })

  it('is begun later if no process ran in the night', async () => {
    const { test, newProcess, runDue, nights } = await openTwo()
    await runDue()
    test.clock.step(DAY)
    await newProcess().runDue()
    expect(await nights()).toEqual(['2026-03-03'])
  })

  it('is not begun later if there has been a good one since', async () => {
    const { test, newProcess, runDue, nights } = await openTwo()
    await runDue()
    await addBackups(test, [{ started_at: at('03-03T02:01') }])
    test.clock.step(DAY)
    await newProcess().runDue()
    expect(await nights()).toEqual([null])
  })

  it('is not due for nights before it was turned on or while it was off', async () => {
    const { test, newProcess, runDue, nights } = await openTwo()
    await runDue()
    expect(await nights()).toEqual([])
    expect(await nightlySince(test.db)).toBe(at('03-02T11:00'))
    await newProcess(await openTestApp({ beside: test })).runDue()
    expect(await nightlySince(test.db)).toBeUndefined()
    test.clock.step(DAY)
    await newProcess().runDue()
    expect(await nights()).toEqual([])
    expect(await nightlySince(test.db)).toBe(at('03-03T11:00'))
  })

  it('waits for a running copy, and is begun after it', async () => {
    const { test, runDue, nights, endRunning } = await openTwo()
    await runDue()
    test.clock.step(15 * HOUR - MINUTE)
    expect(await beginBackup(test, { by: cast.administrator.id })).toBeDefined()
    test.clock.step(MINUTE)
    await runDue()
    expect(await nights()).toEqual([null])
    await endRunning()
    await runDue()
    expect(await nights()).toEqual([null, '2026-03-03'])
  })

  it('is marked as failed when its process and the server were killed', async () => {
    const { test, runDue } = await openTwo()
    await addBackups(test, [{ state: 'running', started_at: test.clock().toISOString() }])
    test.clock.step(4 * MINUTE)
    await runDue()
    expect(await backupsOf(test)).toMatchObject([{ state: 'running' }])
    test.clock.step(2 * MINUTE)
    await runDue()
    expect(await backupsOf(test)).toMatchObject([{ state: 'failed', reason: STOPPED }])
  })
})

describe('the process that makes a copy', () => {
  it('is started by one of two servers, and makes a good copy', async () => {
    const settings = { BACKUP_TO: await temporaryFolder() }
    const test = await openTestApp({ database: await openSharedDatabase(), settings })
    const second = await openTestApp({ beside: test, settings })
    const schedules = [test, second].map(({ services }) => createBackupSchedule(services))
    const runDue = () => Promise.all(schedules.map((schedule) => schedule.runDue()))
    await runDue()
    test.clock.step(DAY)
    await runDue()
    await Promise.race([test, second].map((app) => app.whenLogged('backup ended')))
    expect(await backupsOf(test)).toMatchObject([{ state: 'good', night: '2026-03-03', reason: null }])
    const begun = () => [test, second].filter((app) => app.logged().includes('backup begun'))
    expect(begun()).toHaveLength(1)
  })

  it('leaves a failed backup when it is killed', async () => {
    const test = await openTestApp({
      database: await openSharedDatabase(),
      settings: { BACKUP_TO: await silentBucket() },
    })
    const backups = createBackups(test.services)
    await backups.begin({})
    await test.whenLogged('backup begun')
    const [, pid] = /"pid":(\d+),"msg":"backup begun"/.exec(test.logged()) ?? []
    process.kill(Number(pid), 'SIGKILL')
    await test.whenLogged('backup ended')
    expect(await backupsOf(test)).toMatchObject([{ state: 'failed', reason: CRASHED }])
  })

  it('ends although its beginning cannot be logged, which is logged as an error', async () => {
    const test = await openTestApp({ database: await openSharedDatabase() })
    const error = vi.fn<() => void>()
    const ended = Promise.withResolvers<void>()
    const info = () => {
      throw new Error('the disk is full')
    }
    const log = Object.assign(Object.create(test.services.log) as typeof test.services.log, {
      info,
      warn: ended.resolve,
      error,
    })
    await createBackups({ ...test.services, log }).begin({})
    await ended.promise
    expect(error).toHaveBeenCalledExactlyOnceWith(
      { backup: 1, err: new Error('the disk is full') },
      'a backup could not be logged',
    )
  })

  it('is killed when the server stops, without delaying the stop, and started again at the next start', async () => {
    const database = await openSharedDatabase()
    const test = await openTestApp({ database, clock: steppedClock(new Date().toISOString()) })
    // Nightly backups were turned on two days ago, and last night's was missed.
    const turnedOn = new Date(Date.now() - 2 * DAY)
    await storeNightlySince({
      ...test,
      config: { ...test.config, backupTo: BACKUP_TO },
      clock: () => turnedOn,
    })
    const settings = { ...database, BACKUP_TO: await silentBucket() }
    const server = spawnServer(settings)
    await server.printed('backup begun')
    const [running] = await backupsOf(test)
    expect(running).toMatchObject({ state: 'running', night: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    server.kill('SIGTERM')
    // A stop that waited for the bucket would end after ten seconds with 1.
    expect(await server.ended).toBe(0)
    expect(await backupsOf(test)).toMatchObject([{ state: 'failed', reason: STOPPED }])

    const next = spawnServer(settings)
    await next.printed('backup begun')
    const [, again] = await backupsOf(test)
    expect(again).toMatchObject({ state: 'running', night: running?.night })
    next.kill('SIGTERM')
    expect(await next.ended).toBe(0)
  })
})

describe('the letter that no copy is good', () => {
  it('is sent to every active administrator once after 36 hours, by one of two processes, and each week', async () => {
    const { test, runDue, endRunning } = await openTwo({ BACKUP_TO, APP_URL: 'https://elimu.example' })
    await addUsers(test.db, [
      { email: 'second@elimu.test', role_id: 1, first_name: 'Baraka' },
      { email: 'left@elimu.test', role_id: 1, status: USER_DISABLED },
    ])
    await addBackups(test, [{ started_at: at('03-02T13:56'), read_back_at: at('03-02T14:04') }])
    await runDue()
    test.clock.step(15 * HOUR)
    await runDue()
    await endRunning('The store did not answer')
    // Exactly 36 hours after the last good one.
    test.clock.step(24 * HOUR + 4 * MINUTE)
    await runDue()
    await endRunning('The store is full')
    expect(await lettersOf(test)).toEqual([])
    test.clock.step(MINUTE)
    await runDue()
    test.clock.step(6 * DAY)
    await runDue()
    const letters = await lettersOf(test)
    expect(letters.map(({ recipient, user_id }) => [recipient, user_id])).toEqual([
      [cast.administrator.email, cast.administrator.id],
      ['second@elimu.test', 8],
    ])
    const [letter] = letters
    expect(letter?.subject).toBe('No copy for 36 hours - Elimu')
    for (const words of [
      'Dear Amina,',
      'since Monday, 2 March 2026, 14:04 Nairobi time',
      'The last one failed: The store is full.',
      'Open Settings, Backup, and press Back up now.',
      'https://elimu.example/dashboard?menu=backup',
    ])
      expect(letter?.text).toContain(words)
    expect(letter?.html).toContain('href="https://elimu.example/dashboard?menu=backup"')

    test.clock.step(DAY)
    await runDue()
    await endRunning()
    await runDue()
    expect((await lettersOf(test)).slice(2).map(({ subject }) => subject)).toEqual(
      Array(2).fill('No copy for 8 days - Elimu'),
    )
  })

  it('counts from when copies were turned on, and mentions if none was begun', async () => {
    const { test, runDue, nights } = await openTwo({ BACKUP_TO }, false)
    await runDue()
    test.clock.step(36 * HOUR)
    await runDue()
    expect(await lettersOf(test)).toEqual([])
    test.clock.step(MINUTE)
    await runDue()
    expect(await nights()).toEqual([])
    const [letter] = await lettersOf(test)
    expect(letter?.text).toContain('since Monday, 2 March 2026, 11:00 Nairobi time')
    expect(letter?.text).toContain('No copy was begun in that time.')
  })

  it('is sent again when a later copy was good and then none for 36 hours', async () => {
    const { test, runDue } = await openTwo({ BACKUP_TO }, false)
    await runDue()
    test.clock.step(37 * HOUR)
    await runDue()
    expect(await lettersOf(test)).toHaveLength(1)
    await addBackups(test, [{ started_at: test.clock().toISOString() }])
    test.clock.step(36 * HOUR)
    await runDue()
    expect(await lettersOf(test)).toHaveLength(1)
    test.clock.step(HOUR)
    await runDue()
    expect(await lettersOf(test)).toHaveLength(2)
  })

  it('waits for a running copy', async () => {
    const { test, runDue, nights, endRunning } = await openTwo()
    await runDue()
    test.clock.step(37 * HOUR)
    await runDue()
    expect(await nights()).toEqual(['2026-03-03'])
    expect(await lettersOf(test)).toEqual([])
    await endRunning()
    await runDue()
    expect(await lettersOf(test)).toHaveLength(1)
  })

  it('is not sent if no backup location is set', async () => {
    const { test, runDue } = await openTwo({})
    await runDue()
    test.clock.step(3 * DAY)
    await runDue()
    expect(await lettersOf(test)).toEqual([])
    expect(await backupsOf(test)).toEqual([])
  })

  it('is listed in the overview with the number of hours', async () => {
    const { test, runDue } = await openTwo({ BACKUP_TO }, false)
    // Sign in now, because sessions end long before the next step.
    const read = async () => (await test.signIn(cast.administrator)).get('/api/backups')
    const lapse = async () => ((await read()).body as { data: { lapse: unknown } }).data.lapse
    await runDue()
    expect(await lapse()).toBeNull()
    test.clock.step(40 * HOUR)
    expect(await lapse()).toEqual({ since: at('03-02T11:00'), hours: 40, letter_at: null })
    await runDue()
    expect(await lapse()).toEqual({ since: at('03-02T11:00'), hours: 40, letter_at: at('03-04T03:00') })
  })
})

/** A bucket that accepts every request and answers none. */
async function silentBucket(): Promise<string> {
  const server = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return `s3://KEY:SECRET@elimu-copies?endpoint=http://127.0.0.1:${port}`
}
