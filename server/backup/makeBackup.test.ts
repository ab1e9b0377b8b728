import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as settled } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { newKey } from '../files/fileKey.ts'
import { sweepAll } from '../files/sweep.ts'
import { addFile, backUp, openCharity, openWithPlace, silent } from '../testing/backups/backups.ts'
import { backupsOf } from '../testing/backups/backupRows.ts'
import { HOUR, MINUTE } from '../testing/steppedClock.ts'
import { temporaryFolder } from '../testing/files/temporaryFolder.ts'
import { openSharedDatabase } from '../testing/database/testDatabase.ts'
import { openTestApp } from '../testing/testApp.ts'
import { trackBackup, STOPPED, beginBackup, failDeadBackups } from './backupRow.ts'
import { makeBackupInChild } from './makeBackupInChild.ts'
import { makeBackup } from './makeBackup.ts'
import { readBackups } from './backupQueries.ts'
import { goodName } from './location/prune.ts'
import { rereadMessages } from './location/rereadCopies.ts'
import { openCopy } from './location/openCopy.ts'

describe('a backup at its location', () => {
  it('sends each file once, is read back, and can be made by a child process', async () => {
    const BACKUP_TO = await temporaryFolder()
    const test = await openCharity(undefined, { BACKUP_TO })
    const first = await backUp(test)
    expect(first).toMatchObject({ state: 'good', reason: null, step: 'reading back' })
    expect(first.files_done).toBe(first.files_total)
    expect(first.name).toMatch(/^elimu-2026-03-02-11\d\d\.elimu$/)
    const files = await readdir(join(BACKUP_TO, 'files'))
    expect(files.length).toBeGreaterThan(5)
    expect(first.files_total).toBe(files.length)

    const begun = await beginBackup(test)
    await makeBackupInChild(test, begun?.id ?? 0).ended
    const rows = await test.db.selectFrom('backups').selectAll().orderBy('id').execute()
    expect(rows[1]).toMatchObject({ state: 'good', reason: null })
    // Only the copy of the records was sent.
    expect(rows[1]?.new_bytes).toBe((await readFile(join(BACKUP_TO, rows[1]?.name ?? ''))).length)
    expect(await readdir(join(BACKUP_TO, 'files'))).toEqual(files)
    expect(await test.db.selectFrom('stored_hashes').select('key').execute()).toHaveLength(
      (await test.db.selectFrom('files').select('key').execute()).length + 2,
    )
  })

  it('of the night stays beside a later one of the day, also after another Elimu has claimed both', async () => {
    const { test, BACKUP_TO } = await openWithPlace({ BACKUP_KEEP: '1d' })
    const { name: nightly } = await backUp(test, undefined, { night: '2026-03-02' })
    test.clock.step(HOUR)
    await backUp(test)
    test.clock.step(HOUR)
    const { name: newest } = await backUp(test)
    const copies = async () => (await readdir(BACKUP_TO)).filter((name) => name.endsWith('.elimu'))
    expect(await copies()).toEqual([nightly, newest])

    const { clock } = test
    const database = await openSharedDatabase()
    const other = await openTestApp({ database, clock, settings: { BACKUP_TO, BACKUP_KEEP: '1d' } })
    clock.step(HOUR)
    const { name } = await backUp(other, {})
    expect(await copies()).toEqual([nightly, name])
  })

  it('reads each older copy again, and no longer counts a damaged or missing one', async () => {
    const { test, BACKUP_TO } = await openWithPlace()
    const make = async () => {
      test.clock.step(24 * HOUR)
      return backUp(test)
    }
    const stateOf = async (id: number) => (await backupsOf(test)).find((row) => row.id === id)
    const [first, second, third] = [await make(), await make(), await make()]
    expect((await backupsOf(test)).map(({ reread_at }) => reread_at !== null)).toEqual([true, true, false])

    const path = join(BACKUP_TO, third.name ?? '')
    const bytes = await readFile(path)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await writeFile(path, bytes)
    const reason = rereadMessages.found([third.name ?? ''])
    expect(await make()).toMatchObject({ state: 'good', reason: null })
    expect(await make()).toMatchObject({ state: 'good', reason, is_unpruned: 0 })
    expect(await stateOf(third.id)).toMatchObject({ state: 'not good', reason: rereadMessages.damaged })
    // It may still be of use.
    expect(await readdir(BACKUP_TO)).toContain(third.name)

    await rm(join(BACKUP_TO, second.name ?? ''))
    await make()
    expect(await stateOf(second.id)).toMatchObject({ state: 'not good', reason: rereadMessages.missing })
    expect(await stateOf(first.id)).toMatchObject({ state: 'good' })
    expect((await readBackups(test)).kept).toBe(4)

    for (const name of [third.name ?? '', goodName(third.name ?? '')]) await rm(join(BACKUP_TO, name))
    await make()
    expect((await backupsOf(test)).filter(({ is_damaged }) => is_damaged === 1)).toEqual([])
  })

  it('keeps copies by its rules, and removes files that no kept copy needs', async () => {
    const { test, BACKUP_TO, student } = await openWithPlace({ BACKUP_KEEP: '2d' })
    const key = await addFile(test, student)
    await addFile(test, student)
    const names: (string | null)[] = []
    for (let day = 0; day < 4; day++) {
      if (day === 1) await test.db.deleteFrom('files').where('key', '=', key).execute()
      names.push((await backUp(test)).name)
      test.clock.step(24 * HOUR)
    }
    const copies = (await readdir(BACKUP_TO)).filter((name) => name.endsWith('.elimu'))
    expect(copies).toEqual(names.slice(-2))
    let checked = 0
    const progress = { begin() {}, fileDone: () => void (checked += 1) }
    const { manifest } = await (await openCopy('latest', test.config, '/')).check(progress)
    const needed = new Set(Object.values(manifest.files).map(({ sha256 }) => sha256))
    expect(checked).toBe(needed.size)
    expect(needed.size).toBe(1)
    expect(new Set(await readdir(join(BACKUP_TO, 'files')))).toEqual(needed)
    expect(await test.db.selectFrom('stored_hashes').where('key', '=', key).selectAll().execute()).toEqual([])
  })
})

it('a good backup that cannot remove old copies reports it, in health too', async () => {
  const { test, BACKUP_TO } = await openWithPlace()
  const { name } = await backUp(test)
  test.clock.step(24 * HOUR)
  const damaged = goodName(name ?? '')
  await writeFile(join(BACKUP_TO, damaged), 'x')
  const { state, reason, is_unpruned, read_back_at } = await backUp(test)
  expect({ state, is_unpruned }).toEqual({ state: 'good', is_unpruned: 1 })
  expect(reason).toMatch(
    new RegExp(`^Old copies are not all removed: ${damaged} is damaged.+Delete it there`),
  )
  const { body } = await test.client().get('/api/health')
  expect(body).toMatchObject({ backup: read_back_at, backup_problem: 'Old copies are not all removed' })
  await rm(join(BACKUP_TO, damaged))
  expect(await backUp(test)).toMatchObject({ state: 'good', reason: null, is_unpruned: 0 })
})

describe('the row of a backup', () => {
  it('is created once at a time and once a night, and is marked as failed when its heartbeat stops', async () => {
    const test = await openTestApp()
    expect(await beginBackup(test, { night: '2026-03-02' })).toEqual({ id: 1 })
    expect(await beginBackup(test)).toBeUndefined()
    test.clock.step(6 * MINUTE)
    expect(await beginBackup(test, { night: '2026-03-02' })).toBeUndefined()
    const begun = await beginBackup(test)
    const rows = await test.db.selectFrom('backups').selectAll().orderBy('id').execute()
    expect(rows.map(({ state, reason }) => ({ state, reason }))).toEqual([
      { state: 'failed', reason: STOPPED },
      { state: 'running', reason: null },
    ])
    expect(begun?.id).toBe(rows[1]?.id)
  })

  it('makes no copy good after it was marked as failed', async () => {
    const { test, BACKUP_TO } = await openWithPlace()
    const row = trackBackup(test, (await beginBackup(test))?.id ?? 0)
    await failDeadBackups(test.db, new Date(test.clock().getTime() + 6 * MINUTE))
    // The process hung, so its heartbeat has not noticed the new state.
    expect(await makeBackup(test, { ...row, progress: silent })).toMatchObject({
      state: 'failed',
      reason: STOPPED,
    })
    expect((await readdir(BACKUP_TO)).filter((name) => name.endsWith('good.json'))).toEqual([])
  })

  it('continues after the database did not answer for a while', async () => {
    const test = await openTestApp()
    const row = trackBackup(test, (await beginBackup(test))?.id ?? 0)
    await test.db.schema.alterTable('backups').renameTo('away').execute()
    row.progress.begin('files')
    await expect(row.end({ state: 'failed' })).rejects.toThrow('backups')
    expect(await Promise.race([row.lost.catch(() => 'lost'), settled('alive')])).toBe('alive')
  })

  it('protects files from the sweep until its heartbeat stops', async () => {
    const test = await openTestApp()
    const key = newKey()
    await test.files.put(key, Buffer.from('x'), '')
    await test.db.insertInto('unowned_bytes').values({ key, since: test.clock().toISOString() }).execute()
    test.clock.step(2 * HOUR)
    await beginBackup(test)
    expect(await sweepAll(test)).toBe(0)
    await (await test.files.open(key)).stream.toArray()
    test.clock.step(6 * MINUTE)
    expect(await sweepAll(test)).toBe(1)
    await expect(test.files.open(key)).rejects.toThrow('ENOENT')
  })

  it('is marked as failed when its process is killed; another thread starts that process', async () => {
    const { test } = await openWithPlace()
    const begun = await beginBackup(test)
    const startedHere: unknown[] = []
    const note = (message: unknown) => void startedHere.push(message)
    subscribe('child_process', note)
    const child = makeBackupInChild(test, begun?.id ?? 0)
    expect(await child.pid).toBeGreaterThan(0)
    await child.stop()
    unsubscribe('child_process', note)
    // Starting it in this thread would block all requests.
    expect(startedHere).toEqual([])
    const row = await test.db.selectFrom('backups').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'failed', reason: STOPPED })
  })
})
