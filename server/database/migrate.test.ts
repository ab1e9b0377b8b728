import { copyFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { StartError } from '../base/StartError.ts'
import { shapeOf, using } from '../testing/database/migrating.ts'
import { engineOfRun, openSharedDatabase } from '../testing/database/testDatabase.ts'
import { addCast } from '../testing/data/users.ts'
import { spawnServer } from '../testing/spawnServer.ts'
import { type Database, databaseFile } from './connect.ts'
import { expectUpToDate, migrate } from './migrate.ts'

const done = ({ db }: Database) =>
  sql<{ name: string }>`select name from migrations order by name`.execute(db).then(({ rows }) => rows)

const ALL = [
  '0001-users-and-letters',
  '0002-students-and-schools',
  '0003-reports-and-receipts',
  '0004-drafts-and-waiting-records',
  '0005-gallery',
  '0006-notices',
  '0007-one-apostrophe',
  '0008-letters',
  '0009-backups',
  '0010-curricula',
  '0011-imports',
  '0012-import-meanings',
  '0013-result-slips',
  '0014-duplicate-answers',
  '0015-settings',
  '0016-second-step',
  '0017-grade-scales',
  '0018-consents',
  '0019-records-without-paper',
  '0020-rights',
  '0021-student-facts',
  '0022-consent-ends',
  '0023-list-departures',
  '0024-supporters-to-complete',
  '0025-receipt-numbers',
  '0026-record-states',
  '0027-file-readings',
  '0028-tests-of-copies',
  '0029-rows-about-students',
  '0030-asked-is-shown',
  '0031-privacy-notice',
  '0032-former-users',
  '0033-registers',
  '0034-reason-in-swahili',
  '0035-active-students-first',
  '0036-hashes-of-deleted-files',
  '0038-nothing-to-import',
  '0039-duplicate-pairs',
  '0041-calendar',
  '0042-money',
  '0044-partial-undo',
  '0046-unpaid-lines',
  '0048-terms-of-promise-letters',
  '0049-names-in-payments',
].map((name) => ({ name }))

describe('migrations', () => {
  it('update an empty database, and change nothing the next time', async () => {
    await using(await openSharedDatabase({ isEmpty: true }), async (database) => {
      await migrate(database, new Date('2031-06-01T09:00:00.000Z'))
      const shape = await shapeOf(database)
      expect(await done(database)).toEqual(ALL)
      const yearsOf = () => database.db.selectFrom('years').select('year_name').execute()
      expect(await yearsOf()).toEqual([{ year_name: '2031' }])
      expect(await database.db.selectFrom('roles').select('id').orderBy('id').execute()).toHaveLength(5)

      await migrate(database, new Date('2032-06-01T09:00:00.000Z'))
      expect(await yearsOf()).toEqual([{ year_name: '2031' }])
      expect(await shapeOf(database)).toEqual(shape)
      expect(await done(database)).toEqual(ALL)
    })
  })

  it('never reuse an id, also after a deletion', async () => {
    await using(await openSharedDatabase(), async (database) => {
      await migrate(database, new Date())
      const { db } = database
      const row = { entity: 'user', entity_id: 1, action: 'added', changes: '{}', at: '' }
      const add = async () =>
        (await db.insertInto('history').values(row).returning('id').executeTakeFirstOrThrow()).id
      const first = await add()
      await db.deleteFrom('history').execute()
      expect(await add()).toBeGreaterThan(first)
    })
  })

  it('happen once when two processes start at the same moment', async () => {
    const database = await openSharedDatabase({ isEmpty: true })
    const settings = { ...database, APP_SECRET: 'a secret that both of the processes share' }
    const servers = [spawnServer(settings), spawnServer(settings)]
    await Promise.all(servers.map((server) => server.started()))
    for (const server of servers) server.kill('SIGTERM')
    expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0])

    await using(database, async (opened) => {
      expect(await done(opened)).toEqual(ALL)
      // Both starts tried to invite an administrator; only one of them added the user.
      expect(await opened.db.selectFrom('users').select('email').execute()).toEqual([
        { email: 'admin@example.org' },
      ])
    })
  })

  it('let commands refuse a database that no start has updated', async () => {
    await using(await openSharedDatabase({ isEmpty: true }), async (database) => {
      const nothing = new StartError('There is no Elimu in this database yet: start Elimu first.')
      await expect(expectUpToDate(database)).rejects.toThrow(nothing)
      expect(await shapeOf(database)).toEqual([])

      await migrate(database, new Date())
      await expectUpToDate(database)
      await sql`delete from migrations where name = '0008-letters'`.execute(database.db)
      const older = new StartError(
        'This database was written by an older Elimu: start this version once first.',
      )
      await expect(expectUpToDate(database)).rejects.toThrow(older)
    })
  })

  it('are logged with their duration, and announced with the copy that was made or is missing', async () => {
    await using(await openSharedDatabase({ isEmpty: true }), async (database) => {
      const lines: object[] = []
      const log = { info: (line: object) => void lines.push(line) }
      const printed: string[] = []
      const again = () => migrate(database, new Date(), { log, print: (line) => void printed.push(line) })
      await again()
      expect(lines).toEqual(ALL.map(({ name }) => ({ migration: name, ms: expect.any(Number) })))
      expect(printed).toEqual([])

      await addCast(database.db)
      await sql`delete from migrations where name = '0007-one-apostrophe'`.execute(database.db)
      await again()
      expect(lines.slice(ALL.length)).toEqual([{ migration: '0007-one-apostrophe', ms: expect.any(Number) }])
      const sentence =
        engineOfRun === 'postgres'
          ? /^The PostgreSQL database is being updated \(0007-one-apostrophe\)\. Elimu makes no copy of it: you need a backup to go back\.$/
          : /^The database is being updated\. A copy from before the update is stored as .+$/
      expect(printed).toEqual([expect.stringMatching(sentence)])
    })
  })

  it('report to the operator which of them took more than a second', async () => {
    await using(await openSharedDatabase({ isEmpty: true }), async (database) => {
      const printed: string[] = []
      let now = 0
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_500))
      onTestFinished(() => clock.mockRestore())
      await migrate(database, new Date(), { print: (line) => void printed.push(line) })
      expect(printed).toEqual(ALL.map(({ name }) => expect.stringMatching(`^${name} took \\d+\\.\\d s\\.$`)))
    })
  })

  it('refuse a database that a newer version wrote, and do not change it', async () => {
    const database = await openSharedDatabase({ isEmpty: true })
    await using(database, async (opened) => {
      await migrate(opened, new Date())
      await sql`insert into migrations (name, at) values ('9999-later', '2030-01-01')`.execute(opened.db)
      const shape = await shapeOf(opened)
      const sentence =
        'This database was written by a newer Elimu (it knows "9999-later"); start that version, or restore a backup.'
      await expect(migrate(opened, new Date())).rejects.toThrow(new StartError(sentence))
      await expect(expectUpToDate(opened)).rejects.toThrow(new StartError(sentence))
      expect(await shapeOf(opened)).toEqual(shape)
    })

    const began = performance.now()
    const server = spawnServer(database)
    expect(await server.ended).toBe(1)
    expect(performance.now() - began, 'waits for no idle connection, which ends after 10 s').toBeLessThan(
      9_000,
    )
    expect(server.output.stderr).toMatch(
      /^This database was written by a newer Elimu .+ or restore a backup\.\n$/,
    )

    if (engineOfRun === 'postgres') return
    const copy = `${databaseFile(database.DATA_DIR)}.before-9999-later`
    await copyFile(databaseFile(database.DATA_DIR), copy)
    const again = spawnServer(database)
    expect(await again.ended).toBe(1)
    expect(again.output.stderr).toBe(
      `This database was written by a newer Elimu (it knows "9999-later"); start that version, or go back to the database from before that update, which is stored as ${copy}: docs/operating.md, "Updating", has the steps.\n`,
    )
  })
})
