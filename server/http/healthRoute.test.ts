import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { sql } from 'kysely'
import { engineOfRun } from '../testing/database/testDatabase.ts'
import { HOUR } from '../testing/steppedClock.ts'
import { until } from '../testing/until.ts'
import { openFileTrial } from '../testing/files/fileTrial.ts'
import { openTestApp, openWithCast } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'
import { fullDisk } from './healthRoute.ts'

it('is ok once it can serve, also without the marker header', async () => {
  const { test, bytes, notes } = await openFileTrial()
  const answer = await test.client().send({ method: 'GET', url: '/api/health' })
  const letters = { waiting: 0, since: null }
  expect(answer).toMatchObject({ status: 200, body: { status: 'ok', letters } })
  expect([...(await bytes()), ...(await notes())]).toEqual([])
})

it('reports how many letters are waiting, and since when', async () => {
  const test = await openWithCast()
  await test.client().post('/api/forgotpsw', { email: cast.administrator.email })
  const since = test.clock().toISOString()
  const answer = await test.client().get('/api/health')
  expect(answer.body).toEqual({ status: 'ok', letters: { waiting: 1, since }, backup: null, warnings: [] })
  test.clock.step(HOUR)
  const later = await openTestApp({ beside: test })
  expect((await later.client().get('/api/health')).body).toMatchObject({
    warnings: [`1 letter waits to be sent since ${since}.`],
  })
})

it('warns of a disk with less than a tenth free', () => {
  expect(fullDisk({ free: 10, size: 100 })).toEqual([])
  expect(fullDisk({ free: 9.9, size: 100 })).toEqual(['The disk of DATA_DIR is almost full: 9 % is free.'])
})

it('warns of a clock that differs from PostgreSQL’s by more than a minute', async () => {
  const test = await openTestApp()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 90_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { body } = await test.client().get('/api/health')
  const warning = expect.stringMatching(
    /^The clock of this machine is 9\d seconds ahead of that of PostgreSQL\.$/,
  )
  expect(body).toMatchObject({ status: 'ok', warnings: engineOfRun === 'postgres' ? [warning] : [] })
})

it('reports that files cannot be written, and does not check at every call', async () => {
  const { test } = await openFileTrial()
  const folder = join(test.files.incoming, '../files')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'a file where the folder was')
  const answer = await test.client().get('/api/health')
  expect(answer).toMatchObject({ status: 503, body: { status: 'failing', part: 'files' } })
  expect(await test.client().get('/api/health')).toMatchObject({ status: 503 })
  expect(test.logged().match(/health check failed/g)).toHaveLength(1)
})

it('reports only which part fails', async () => {
  const test = await openTestApp()
  // A pool that was never used has no connection to close.
  await test.db.selectFrom('users').select('id').execute()
  await test.db.destroy()
  const answer = await test.client().get('/api/health')
  expect(answer).toMatchObject({ status: 503, body: { status: 'failing', part: 'database' } })
  expect(test.logged()).toContain('health check failed')
})

it('answers in time if a part hangs, and does not check it again until it responds', async () => {
  const test = await openTestApp()
  const health = () => test.client().get('/api/health')
  await test.db.transaction().execute(async (trx) => {
    // SQLite has one connection, and this transaction uses it.
    if (test.engine === 'postgres') await sql`lock table unowned_bytes`.execute(trx)
    const began = performance.now()
    const isPast = (ms: number) => performance.now() - began > ms
    expect(await health()).toMatchObject({ status: 503, body: { status: 'failing', part: 'database' } })
    expect(isPast(5_000)).toBe(false)
    await until('a cached result has expired', async () => (await health()).status === 503 && isPast(6_000))
  })
  expect(test.logged().match(/health check failed/g)).toHaveLength(1)
  await until('it is ok again', async () => (await health()).status === 200)
})

it('reports that the database fails, even if it fails after the check of the files', async () => {
  const test = await openTestApp()
  const refusing =
    engineOfRun === 'sqlite'
      ? ["create trigger refuse before delete on unowned_bytes begin select raise(abort, 'no'); end"]
      : [
          "create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$",
          'create trigger refuse before delete on unowned_bytes execute function refuse()',
        ]
  for (const statement of refusing) await sql.raw(statement).execute(test.db)
  await sql`insert into unowned_bytes (key, since) values ('another', '')`.execute(test.db)
  expect(await test.client().get('/api/health')).toMatchObject({ status: 503, body: { part: 'database' } })
})
