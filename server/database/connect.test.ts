import { type Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openTcpProxy } from '../testing/tcpProxy.ts'
import { clustersList } from '../schools/schoolQueries.ts'
import { engineOfRun, openTestDatabase } from '../testing/database/testDatabase.ts'
import { until } from '../testing/until.ts'
import { connect, onOwnConnection, withoutDeadline } from './connect.ts'
import { type Placeholders, prepared } from './prepared.ts'
import type { Tables } from './tables.ts'

/** Only PostgreSQL has connections to lose. */
const itOnPostgres = engineOfRun === 'postgres' ? it : () => undefined

async function openRecords() {
  const { DATA_DIR, DATABASE_URL } = await openTestDatabase()
  const lost: string[] = []
  const where = { dataDir: DATA_DIR, databaseUrl: DATABASE_URL }
  const { db } = await connect(where, (error) => lost.push(error.message))
  const other = await connect(where)
  onTestFinished(async () => {
    await db.destroy()
    await other.db.destroy()
  })
  return { db, other: other.db, lost }
}

const silent = { status: 503, message: 'The database does not answer. Please try again.' }

const processOf = async (db: Kysely<Tables>) =>
  (await sql<{ id: number }>`select pg_backend_pid() as id`.execute(db)).rows[0]?.id

it('uses the engine that the settings name', async () => {
  const { db } = await openRecords()
  const [row] = (await sql<{ one: number }>`select 1 as one`.execute(db)).rows
  expect(row).toEqual({ one: 1 })
})

itOnPostgres('reports an idle connection that is lost, and continues with another', async () => {
  const { db, other, lost } = await openRecords()
  const first = await processOf(db)
  await sql`select pg_terminate_backend(${first})`.execute(other)
  await until('the loss is reported', () => lost.length > 0)
  expect(lost).toEqual(['terminating connection due to administrator command'])
  expect(await processOf(db)).not.toBe(first)
})

itOnPostgres('reports a connection that is lost within a transaction, which fails', async () => {
  const { db, other, lost } = await openRecords()
  const changing = db.transaction().execute(async (trx) => {
    await sql`select pg_terminate_backend(${await processOf(trx)})`.execute(other)
    await until('the loss is reported', () => lost.length > 0)
    await processOf(trx)
  })
  await expect(changing).rejects.toMatchObject(silent)
  expect(lost).toContain('terminating connection due to administrator command')
})

itOnPostgres('answers only errors of a lost connection as unavailable', async () => {
  const { db } = await openRecords()
  const raised = (code: string) =>
    sql
      .raw(`do $$ begin raise exception 'raised' using errcode = '${code}'; end $$`)
      .execute(db)
      .catch((error: unknown) => error)
  for (const code of ['08006', '57P01', '57P02', '57P03', '25P03', '53300'])
    expect(await raised(code), code).toMatchObject(silent)
  // A cancelled statement, a failed transaction, a full disk, a deadlock, a value that is not unique, a bug.
  for (const code of ['57014', '25P02', '53100', '40P01', '23505', 'P0001'])
    expect(await raised(code), code).toMatchObject({ code, message: 'raised' })
  const circular: unknown[] = []
  circular.push({ circular })
  const unsent = sql`select ${circular}`.execute(db)
  await expect(unsent).rejects.toThrow(TypeError)
})

async function openWithDeadline() {
  const { DATABASE_URL = '' } = await openTestDatabase()
  const line = await openTcpProxy(DATABASE_URL)
  const { db } = await connect({ dataDir: '', databaseUrl: line.url }, () => {}, 300)
  onTestFinished(() => db.destroy())
  // Opens two connections.
  await Promise.all([processOf(db), processOf(db)])
  return { db, line }
}

itOnPostgres(
  'gives up a query and its transaction while the server does not answer; later ones get other connections',
  async () => {
    const { db, line } = await openWithDeadline()
    const find = prepared(db, () => db.selectFrom('terms').select('term_name'))
    const changing = db.transaction().execute(async (trx) => {
      await processOf(trx)
      line.freeze()
      await processOf(trx)
    })
    await expect(changing).rejects.toMatchObject(silent)
    await expect(find({})).rejects.toMatchObject(silent)
    line.thaw()
    expect(await find({})).toHaveLength(3)
  },
)

itOnPostgres('gives up a new connection while the server does not answer', async () => {
  const { db, line } = await openWithDeadline()
  line.freeze()
  const asked = [processOf(db), processOf(db), processOf(db), processOf(withoutDeadline(db))]
  expect(await Promise.allSettled(asked)).toMatchObject(asked.map(() => ({ reason: silent })))
})

itOnPostgres('waits longer for work that takes long', async () => {
  const { db } = await openWithDeadline()
  await expect(sql`select pg_sleep(0.6)`.execute(db)).rejects.toMatchObject(silent)
  await expect(sql`select pg_sleep(0.6)`.execute(withoutDeadline(db))).resolves.toBeTruthy()
  await onOwnConnection(db, (own) => sql`select pg_sleep(0.6)`.execute(own))
})

itOnPostgres('plans a prepared query once for a connection', async () => {
  const { db } = await openRecords()
  const find = prepared(db, (value: Placeholders<{ id: number }>) =>
    db.selectFrom('terms').select('term_name').where('id', '=', value('id')),
  )
  for (const id of [1, 2, 3]) await find({ id })
  const { rows } = await sql`
    select generic_plans + custom_plans as runs from pg_prepared_statements where statement like '%"terms"%'`.execute(
    db,
  )
  expect(rows).toEqual([{ runs: 3 }])
})

itOnPostgres('plans the pages of a list once for a connection', async () => {
  const { db } = await openRecords()
  await sql`insert into clusters (cluster_name, folded) select 'C' || n, 'c' || n from generate_series(1, 2000) n`.execute(
    db,
  )
  await sql`analyze clusters`.execute(db)
  const list = clustersList(db)
  // PostgreSQL plans five times before it compares the plans.
  for (let page = 1; page <= 7; page++) await list({ page, size: page })
  const { rows } = await sql`
    select custom_plans, generic_plans from pg_prepared_statements where statement like '%offset%'`.execute(
    db,
  )
  expect(rows).toEqual([{ custom_plans: 5, generic_plans: 2 }])
})
