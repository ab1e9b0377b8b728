import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addFile, openWithPlace } from '../testing/backups/backups.ts'
import { HOUR } from '../testing/steppedClock.ts'
import type { TestApp } from '../testing/testApp.ts'
import { until } from '../testing/until.ts'
import { readBackups } from './backupQueries.ts'
import { beginBackup, trackBackup } from './backupRow.ts'
import { createBackupSchedule } from './backupSchedule.ts'
import { newKeyPair } from './copy/encryption.ts'
import { damaged } from './copy/readCopy.ts'
import { makeBackup } from './makeBackup.ts'
import { makeBackupInChild } from './makeBackupInChild.ts'
import { testRestore } from './testRestore.ts'

const DAY = 24 * HOUR

/** Makes a copy as the child process does, and tests it; `before` gets the name of the copy to be tested. */
async function make(test: TestApp, night?: string, before: (name: string) => Promise<void> = async () => {}) {
  const id = (await beginBackup(test, night ? { night } : {}))?.id ?? 0
  await makeBackup(test, trackBackup(test, id), undefined, async (name, encryption) => {
    await before(name)
    // Two processes ask at the same time; only one of them tests.
    await Promise.all([1, 2].map(() => testRestore(test, id, { name, encryption })))
  })
  return id
}

const testsOf = ({ db }: TestApp) => db.selectFrom('restore_tests').selectAll().orderBy('id').execute()

const scratchIn = async ({ config }: TestApp) =>
  (await readdir(config.dataDir)).filter((name) => name.startsWith('testing-restore'))

const health = async (test: TestApp) => (await test.client().get('/api/health')).body

it('restores a nightly copy every week, by one of two processes, and leaves nothing', async () => {
  const { test, student } = await openWithPlace()
  await addFile(test, student)
  await make(test)
  expect(await testsOf(test)).toEqual([])

  const first = await make(test, '2026-03-03')
  const [passed, ...others] = await testsOf(test)
  expect(others).toEqual([])
  expect(passed).toMatchObject({ backup_id: first, state: 'passed', files: 1, reason: null })
  expect(passed?.tables).toBeGreaterThan(30)
  expect(passed?.rows).toBeGreaterThan(10)
  expect(await scratchIn(test)).toEqual([])
  expect(await health(test)).toMatchObject({
    backup_test: { at: passed?.ended_at, passed: true, seconds: 0 },
    warnings: [],
  })

  test.clock.step(6 * DAY)
  await make(test, '2026-03-09')
  expect(await testsOf(test)).toHaveLength(1)
  test.clock.step(DAY - HOUR)
  const second = await make(test, '2026-03-10')
  expect((await testsOf(test)).map(({ backup_id }) => backup_id)).toEqual([first, second])
})

it('opens an encrypted copy with the key of its run, and compares its files as they are', async () => {
  const { test, student } = await openWithPlace({ BACKUP_RECIPIENT: (await newKeyPair()).recipient })
  await addFile(test, student)
  await make(test)
  await make(test, '2026-03-03')
  expect(await testsOf(test)).toMatchObject([{ state: 'passed', files: null, reason: null }])
})

it('reports a copy that cannot be restored, and tests the next one', async () => {
  const { test, BACKUP_TO } = await openWithPlace()
  await make(test, '2026-03-03', async (name) => {
    const path = join(BACKUP_TO, name)
    const bytes = await readFile(path)
    await writeFile(path, bytes.subarray(0, bytes.length - 3000))
  })
  expect(await testsOf(test)).toMatchObject([{ state: 'failed', reason: damaged.cut }])
  expect(await scratchIn(test)).toEqual([])
  expect(await health(test)).toMatchObject({
    status: 'ok',
    warnings: ['The test restore of 2026-03-02 failed: Settings, Backup says why.'],
  })
  expect(await readBackups(test)).toMatchObject({ restore_test: { state: 'failed', reason: damaged.cut } })
  test.clock.step(HOUR)
  await make(test)
  expect((await testsOf(test)).map(({ state }) => state)).toEqual(['failed', 'passed'])
})

it('is off by a setting', async () => {
  const { test } = await openWithPlace({ BACKUP_TEST: 'off' })
  await make(test, '2026-03-03')
  expect(await testsOf(test)).toEqual([])
})

it('that is killed has no result and leaves nothing, and its copy stays good', async () => {
  const { test } = await openWithPlace()
  const { id = 0 } = (await beginBackup(test, { night: '2026-03-03' })) ?? {}
  const child = makeBackupInChild(test, id)
  await until('it is tested', async () => (await scratchIn(test))[0])
  await child.stop()
  expect(await testsOf(test)).toEqual([])
  expect(await scratchIn(test)).toEqual([])
  expect(await readBackups(test)).toMatchObject({ last_good: { id }, running: null })

  // As after a crash of the machine, while another process tests a copy.
  for (const name of ['testing-restore-998', 'testing-restore-999'])
    await mkdir(join(test.config.dataDir, name))
  const now = test.clock().toISOString()
  await test.db
    .insertInto('backups')
    .values({ ...(await rowOf(test, id)), id: 999, night: null })
    .execute()
  await test.db
    .insertInto('restore_tests')
    .values({ backup_id: 999, state: 'running', started_at: now, beat_at: now })
    .execute()
  await createBackupSchedule(test.services).runDue()
  expect(await scratchIn(test)).toEqual(['testing-restore-999'])
})

const rowOf = ({ db }: TestApp, id: number) =>
  db.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
