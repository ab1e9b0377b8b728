import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { spawnServer } from '../testing/spawnServer.ts'
import { addStudents } from '../testing/data/students.ts'
import { openWithCast } from '../testing/testApp.ts'
import { openEmbeddedDatabase } from '../testing/database/testDatabase.ts'
import { pdf, photo } from '../testing/files/trialFiles.ts'
import { addUploadTrial, formOf } from '../testing/files/uploadTrial.ts'
import { cast } from '../testing/data/users.ts'
import { syncLater } from './engines/sqlite.ts'

/** SQLite, whichever the engine of this run is: only there can another program lock the whole database. */
async function openLockable() {
  const database = await openEmbeddedDatabase()
  const test = await openWithCast({ database, settings: { SESSION_CALLS_A_MINUTE: '0' } })
  addUploadTrial(test)
  const client = await test.signIn(cast.administrator)
  const other = new DatabaseSync(join(database.DATA_DIR, 'elimu.sqlite'))
  onTestFinished(() => other.close())
  const took = async <Answer>(asked: Promise<Answer>) => {
    const began = performance.now()
    const answer = await asked
    return { answer, ms: performance.now() - began }
  }
  const addCluster = (cluster_name: string) => client.post('/api/clusters', { cluster_name })
  return { test, client, other, took, addCluster }
}

describe('while another program has the database locked', () => {
  it('a change fails within five seconds, and other requests can read', async () => {
    const { test, client, other, took, addCluster } = await openLockable()
    // Long enough that each call also renews its session.
    test.clock.step(2 * 60_000)
    other.exec('begin immediate')
    const changes = ['Kisumu', 'Mombasa'].map((name) => took(addCluster(name)))
    const reads: number[] = []
    const isOver = Promise.all(changes).then(() => true)
    do {
      const { answer, ms } = await took(client.get('/api/clusters'))
      expect(answer.status).toBe(200)
      reads.push(ms)
    } while (!(await Promise.race([isOver, pause(20, false)])))
    for (const { answer, ms } of await Promise.all(changes)) {
      expect(answer).toMatchObject({
        status: 503,
        headers: { 'retry-after': '5' },
        body: { message: 'Elimu is busy. Please try again.' },
      })
      expect(ms).toBeLessThan(5_000)
    }
    expect(reads.toSorted((a, b) => a - b)[Math.floor(reads.length / 2)]).toBeLessThan(250)
    expect(test.logged()).toContain('another program holds the lock')

    other.exec('rollback')
    expect((await addCluster('Kisumu')).status).toBe(200)
  })

  it('an upload fails within the same time, also when its bytes are already stored', async () => {
    const { test, client, other, took } = await openLockable()
    await addStudents(test.db, [{}])
    const put = test.files.put.bind(test.files)
    test.files.put = async (key, source, type) => {
      await put(key, source, type)
      if (type === 'application/pdf') other.exec('begin immediate')
    }
    const form = formOf({ pic: await photo().png().toBuffer(), cert: pdf(), keep: '1' })
    const { answer, ms } = await took(client.post('/api/trial', form))
    expect(answer.status).toBe(503)
    expect(ms).toBeLessThan(5_000)
    // Picture, thumbnail and certificate are left to the sweep.
    expect(await test.db.selectFrom('unowned_bytes').select('key').execute()).toHaveLength(3)
  })

  it('many waiting changes do not block the event loop', async () => {
    const { other, addCluster } = await openLockable()
    other.exec('begin immediate')
    const delay = monitorEventLoopDelay({ resolution: 5 })
    const changes = Array.from({ length: 50 }, (_, count) => addCluster(`Cluster ${count}`))
    // Does not measure the time in which the calls themselves start.
    for (let turns = 0; turns < 20; turns++) await pause(10)
    delay.enable()
    for (let turns = 0; turns < 100; turns++) await pause(10)
    delay.disable()
    other.exec('commit')
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(delay.percentile(90) / 1e6).toBeLessThan(40)
  })

  it('a start fails with one line that says so', async () => {
    const { test, other } = await openLockable()
    other.exec('begin immediate')
    const server = spawnServer({ DATA_DIR: test.config.dataDir })
    expect(await server.ended).toBe(1)
    const file = join(test.config.dataDir, 'elimu.sqlite')
    expect(server.output).toEqual({
      stdout: '',
      stderr: `The database "${file}" is locked by another program: end that program, and start again.\n`,
    })
  })

  it('a change waits for it to be released', async () => {
    const { client, other, addCluster } = await openLockable()
    other.exec('begin immediate')
    const change = addCluster('Kisumu')
    for (let reads = 0; reads < 20; reads++) await client.get('/api/clusters')
    other.exec('commit')
    expect((await change).status).toBe(200)
  })
})

it('reports that the disk is full, not the error that follows from it', async () => {
  const { test, addCluster } = await openLockable()
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(test.db)
  await sql.raw(`pragma max_page_count = ${pages.rows[0]?.page_count}`).execute(test.db)
  let status = 200
  for (let count = 0; status === 200; count++) ({ status } = await addCluster(`Cluster ${count}`))
  expect(status).toBe(500)
  expect(test.logged()).toContain('database or disk is full')
  expect(test.logged()).not.toContain('cannot rollback')
})

it('leaves a commit durable, and warns, if its log cannot be moved into the database', async () => {
  const { DATA_DIR } = await openEmbeddedDatabase()
  const file = join(DATA_DIR, 'damaged.sqlite')
  for (const name of [file, `${file}-wal`]) await writeFile(name, 'this is no database'.repeat(100))
  const warned = once(process, 'warning')
  await syncLater(file)
  expect(String((await warned)[0])).toContain('file is not a database')
})
