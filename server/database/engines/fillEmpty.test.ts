import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { engineOfRun, openSharedDatabase } from '../../testing/database/testDatabase.ts'
import { connect } from '../connect.ts'
import { fillEmpty, fillTables } from './fillEmpty.ts'
import { migrate, migrationNames } from '../migrate.ts'
import type { Rows } from './snapshot.ts'

const now = new Date('2026-03-02')
const create = (rows: Rows) => fillTables(rows, migrationNames, now, async () => {})

/** PostgreSQL's second one waits for the first. */
const itOnSqlite = engineOfRun === 'sqlite' ? it : () => undefined

itOnSqlite('changes nothing if a database was created during the restore', async () => {
  const target = await openSharedDatabase({ isEmpty: true })
  const config = readConfig(target)
  await expect(
    fillEmpty(config, async (rows) => {
      await create(rows)
      const database = await connect(config)
      await migrate(database, now)
      await database.db.insertInto('clusters').values({ cluster_name: 'Kept', folded: 'kept' }).execute()
      await database.db.destroy()
    }),
  ).rejects.toThrow('There is a database already')
  const { db } = await connect(config)
  expect(await db.selectFrom('clusters').select('cluster_name').execute()).toEqual([{ cluster_name: 'Kept' }])
  await db.destroy()
})

it('keeps the rows of only one of two restores at the same time', async () => {
  const config = readConfig(await openSharedDatabase({ isEmpty: true }))
  const begun = Promise.withResolvers<void>()
  const fill = () =>
    fillEmpty(config, async (rows) => {
      await create(rows)
      begun.resolve()
      return rows.engine
    })
  const first = fill()
  await begun.promise
  const ends = await Promise.allSettled([first, fill()])
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { db } = await connect(config)
  expect(await db.selectFrom('clusters').selectAll().execute()).toEqual([])
  await db.destroy()
  const left = engineOfRun === 'sqlite' ? await readdir(config.dataDir) : []
  expect(left.filter((name) => name.includes('restoring'))).toEqual([])
})
