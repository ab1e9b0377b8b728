import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { spawnServer } from '../../testing/spawnServer.ts'
import { openEmbeddedDatabase } from '../../testing/database/testDatabase.ts'
import { addCast } from '../../testing/data/users.ts'
import { connect, databaseFile } from '../connect.ts'

const FIRST = 'elimu.sqlite.before-0007-one-apostrophe'
const LAST = 'elimu.sqlite.before-0009-backups'

/** A database with users, as left by a version that lacked these migrations. */
async function openOlder(...missing: string[]): Promise<string> {
  const { DATA_DIR } = await openEmbeddedDatabase()
  const { db } = await connect({ dataDir: DATA_DIR, databaseUrl: undefined })
  await addCast(db)
  await db.destroy()
  change(DATA_DIR, `delete from migrations where name in (${missing.map((name) => `'${name}'`).join()})`)
  return DATA_DIR
}

function change(dataDir: string, statement: string): void {
  const database = new DatabaseSync(databaseFile(dataDir))
  database.exec(statement)
  database.close()
}

const migrationsIn = (database: DatabaseSync) =>
  database
    .prepare('select name from migrations order by name')
    .all()
    .map(({ name }) => String(name))

function migrationsOf(dataDir: string): string[] {
  const database = new DatabaseSync(databaseFile(dataDir))
  const names = migrationsIn(database)
  database.close()
  return names
}

const copiesIn = async (dataDir: string) =>
  (await readdir(dataDir)).filter((name) => name.includes('before')).toSorted()

async function startAndStop(DATA_DIR: string): Promise<string> {
  const server = spawnServer({ DATA_DIR })
  await server.started()
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  return server.output.stdout
}

describe('before an update', () => {
  it('the database is copied once, and the older version starts from the copy', async () => {
    const folder = await openOlder('0007-one-apostrophe')
    expect(await startAndStop(folder)).toMatch(
      `The database is being updated. A copy from before the update is stored as ${join(folder, FIRST)}\nElimu runs at`,
    )
    expect(await copiesIn(folder)).toEqual([FIRST])
    const copy = new DatabaseSync(join(folder, FIRST), { readOnly: true })
    expect(copy.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect(copy.prepare('select count(*) as count from users').get()).toEqual({ count: 7 })
    expect(migrationsIn(copy)).toEqual(migrationsOf(folder).filter((name) => !FIRST.endsWith(name)))
    copy.close()

    const made = await stat(join(folder, FIRST))
    expect(await startAndStop(folder)).toMatch(/^Elimu runs at/)
    expect((await stat(join(folder, FIRST))).mtimeMs).toBe(made.mtimeMs)
  })

  it('no copy is made of a new database', async () => {
    const { DATA_DIR } = await openEmbeddedDatabase()
    change(DATA_DIR, `delete from migrations where name = '0007-one-apostrophe'`)
    expect(await startAndStop(DATA_DIR)).toMatch(/^Elimu runs at/)
    expect(await copiesIn(DATA_DIR)).toEqual([])
  })

  it('a copy is not repeated while the update fails, but made again after users have changed something', async () => {
    // The tables of this migration exist already, so that it fails.
    const folder = await openOlder('0009-backups')
    const fail = async () => expect(await spawnServer({ DATA_DIR: folder }).ended).toBe(1)
    await fail()
    const { ino } = await stat(join(folder, LAST))
    await fail()
    expect((await stat(join(folder, LAST))).ino).toBe(ino)

    change(folder, `update users set first_name = 'Zuhura' where id = 1`)
    await fail()
    const copy = new DatabaseSync(join(folder, LAST), { readOnly: true })
    expect(copy.prepare('select first_name from users where id = 1').get()).toEqual({ first_name: 'Zuhura' })
    copy.close()
    expect(await copiesIn(folder)).toEqual([LAST])
  })

  it('only the newest two copies remain, and nothing of an interrupted one', async () => {
    const folder = await openOlder('0007-one-apostrophe')
    const older = ['0002-older', '0003-oldest', '0004-old'].map((name) => `elimu.sqlite.before-${name}`)
    for (const [age, name] of older.entries()) {
      change(folder, `vacuum into '${join(folder, name)}'`)
      const day = new Date(Date.UTC(2026, 0, name.endsWith('old') ? 9 : 5 - age))
      await utimes(join(folder, name), day, day)
    }
    change(folder, `vacuum into '${join(folder, FIRST)}.unfinished'`)
    await startAndStop(folder)
    expect(await copiesIn(folder)).toEqual(['elimu.sqlite.before-0004-old', FIRST])
  })

  it('a disk without room for the copy stops the start, and nothing is changed', async () => {
    const folder = await openOlder('0007-one-apostrophe')
    // A shell can limit how long a file may grow, here to 100 blocks of 512 or 1,024 bytes.
    const { env, execPath } = process
    const limited = spawn('sh', ['-c', 'ulimit -f 100; exec "$0" server/main.ts', execPath], {
      env: { PATH: env['PATH'], DATA_DIR: folder, PORT: '0' },
    })
    const [stdout, stderr, [code]] = await Promise.all([
      text(limited.stdout),
      text(limited.stderr),
      once(limited, 'close') as Promise<[number]>,
    ])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^Before this update a copy of the database \(\d MB\) must be stored in ".+", but it cannot be written: .+\. Nothing has been changed: make room there, and start again\.\n$/,
    )
    expect(await copiesIn(folder)).toEqual([])
    expect(migrationsOf(folder).filter((name) => FIRST.endsWith(name))).toEqual([])
  })
})
