import { describe, expect, it } from 'vitest'
import { addBackups } from '../testing/backups/backupRows.ts'
import { openDamageTrial } from '../testing/backups/damageTrial.ts'
import { addStudents } from '../testing/data/students.ts'
import { cast } from '../testing/data/users.ts'
import { temporaryFolder } from '../testing/files/temporaryFolder.ts'
import { HOUR } from '../testing/steppedClock.ts'
import { openTestApp, openWithCast, type TestApp } from '../testing/testApp.ts'
import { readDueFiles } from '../backup/fileReader.ts'
import { storeNightlySince } from '../backup/backupLapse.ts'
import { createHistogram, metricsText } from './metricsText.ts'

const METRICS_TOKEN = 'the-token-of-the-tests'
const settings = { METRICS_TOKEN }

const ask = (test: TestApp, authorization = `Bearer ${METRICS_TOKEN}`) =>
  test.client().send({ method: 'GET', url: '/api/metrics', headers: { authorization } })

/** The values by name and labels. */
async function figuresOf(test: TestApp): Promise<Record<string, number>> {
  const { text } = await ask(test)
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

describe('the metrics', () => {
  it('do not exist without the setting', async () => {
    expect((await ask(await openTestApp())).status).toBe(404)
  })

  it('are only for those who send the token, also without the marker header', async () => {
    const test = await openTestApp({ settings })
    for (const wrong of ['', METRICS_TOKEN, 'Bearer', 'Bearer the-token', `Bearer ${METRICS_TOKEN}x`])
      expect(await ask(test, wrong), wrong).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': 'Bearer' },
      })
    expect(await ask(test, `bearer ${METRICS_TOKEN}`)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    })
  })

  it('count calls by route and status, never by address', async () => {
    const test = await openWithCast({ settings, given: ({ db }) => addStudents(db, [{}]) })
    const chief = await test.signIn(cast.administrator)
    const before = await figuresOf(test)
    await chief.get('/api/students/1')
    await chief.get('/api/students/1')
    await chief.get('/api/students/77')
    const figures = await figuresOf(test)
    const count = (status: number) =>
      figures[
        `http_request_duration_seconds_count{method="GET",route="/api/students/:id",status="${status}"}`
      ]
    expect([count(200), count(404)]).toEqual([2, 1])
    expect((await ask(test)).text).not.toContain('/api/students/77')
    for (const name of ['elimu_database_rows_total', 'elimu_database_seconds_total'])
      expect(figures[name]).toBeGreaterThan(before[name] ?? Number.NaN)
    expect(figures['elimu_database_connections_open']).toBeGreaterThan(0)
    expect(figures['elimu_database_connections_waited_for']).toBe(0)
  })

  it('have the figures of the process, and its version', async () => {
    const figures = await figuresOf(await openTestApp({ settings }))
    const { elimu_disk_free_bytes: free = 0, elimu_disk_size_bytes: size } = figures
    expect(free).toBeGreaterThan(0)
    expect(free).toBeLessThan(size ?? 0)
    expect(figures['process_resident_memory_bytes']).toBeGreaterThan(2 ** 20)
    expect(figures['nodejs_eventloop_lag_p99_seconds']).toBeGreaterThanOrEqual(0)
    expect(Object.keys(figures)).toContainEqual(
      expect.stringMatching(/^elimu_info\{version="0\.1\.0.*",node="26/),
    )
  })

  it('have the waiting and failed letters', async () => {
    const test = await openWithCast({ settings })
    expect(await figuresOf(test)).toMatchObject({
      elimu_letters_waiting: 0,
      elimu_letters_oldest_waiting_seconds: 0,
      elimu_letters_failed: 0,
    })
    await test.client().post('/api/forgotpsw', { email: cast.administrator.email })
    test.clock.step(HOUR)
    await test.client().post('/api/forgotpsw', { email: cast.director.email })
    await test.client().post('/api/forgotpsw', { email: cast.liaison.email })
    await test.db.updateTable('letters').set({ state: 'failed' }).where('id', '=', 3).execute()
    expect(await figuresOf(test)).toMatchObject({
      elimu_letters_waiting: 2,
      elimu_letters_oldest_waiting_seconds: 3600,
      elimu_letters_failed: 1,
    })
  })

  it('have the last good copy and test restore, or since when copies are on', async () => {
    const test = await openWithCast({ settings: { ...settings, BACKUP_TO: await temporaryFolder() } })
    const good = 'elimu_backup_last_good_timestamp_seconds'
    expect(await figuresOf(test)).not.toHaveProperty(good)
    expect(await figuresOf(test)).toMatchObject({ elimu_backup_nightly: 1 })
    expect(await figuresOf(await openWithCast({ settings }))).toMatchObject({ elimu_backup_nightly: 0 })
    await storeNightlySince(test)
    const on = test.clock().getTime() / 1000
    expect(await figuresOf(test)).toMatchObject({ [good]: on })
    test.clock.step(HOUR)
    const now = test.clock().toISOString()
    await addBackups(test, [{ started_at: now }])
    const tested = { backup_id: 1, state: 'failed' as const, started_at: now, ended_at: now, beat_at: now }
    await test.db.insertInto('restore_tests').values(tested).execute()
    expect(await figuresOf(test)).toMatchObject({
      [good]: on + 3600,
      elimu_restore_test_timestamp_seconds: on + 3600,
      elimu_restore_test_passed: 0,
    })
  })

  it('have the damaged files, and the oldest reading', async () => {
    const trial = await openDamageTrial()
    const test = await openTestApp({ beside: trial.test, settings })
    const oldest = 'elimu_files_oldest_reading_timestamp_seconds'
    const before = await figuresOf(test)
    expect(before['elimu_files_damaged']).toBe(0)
    await trial.flip(trial.picture)
    await readDueFiles(test)
    test.clock.step(26 * 24 * HOUR)
    await readDueFiles(test)
    const after = await figuresOf(test)
    expect(after['elimu_files_damaged']).toBe(1)
    expect(after[oldest]).toBeGreaterThan(before[oldest] ?? Number.NaN)
  })

  it('have those of the process also while the database does not answer', async () => {
    const test = await openTestApp({ settings })
    expect(await figuresOf(test)).toMatchObject({ elimu_database_up: 1 })
    await test.db.destroy()
    const figures = await figuresOf(test)
    expect(figures).toMatchObject({ elimu_database_up: 0 })
    expect(figures).not.toHaveProperty('elimu_letters_waiting')
  })
})

it('writes a histogram whose buckets add up, and escapes labels', () => {
  const histogram = createHistogram('waits_seconds', 'Waits')
  for (const time of [0.003, 0.07, 0.07, 42]) histogram.add({ of: 'a "b"\\c\nd' }, time)
  const lines = metricsText([histogram.read()]).split('\n')
  const label = String.raw`of="a \"b\"\\c\nd"`
  expect(lines.slice(0, 2)).toEqual(['# HELP waits_seconds Waits', '# TYPE waits_seconds histogram'])
  expect(lines).toEqual(
    expect.arrayContaining([
      `waits_seconds_bucket{le="0.005",${label}} 1`,
      `waits_seconds_bucket{le="0.05",${label}} 1`,
      `waits_seconds_bucket{le="0.1",${label}} 3`,
      `waits_seconds_bucket{le="10",${label}} 3`,
      `waits_seconds_bucket{le="+Inf",${label}} 4`,
      `waits_seconds_count{${label}} 4`,
    ]),
  )
})
