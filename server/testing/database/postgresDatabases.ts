import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Client, type Pool } from 'pg'
import { inject } from 'vitest'
import { type Database, databaseOn, openPool, QUERY_TIMEOUT_MS } from '../../database/connect.ts'
import { databaseUrl, TEMPLATE } from './postgresSetup.ts'
import { whenFinished } from '../whenFinished.ts'

/** A migrated database for one test alone, which is dropped afterwards. */
export async function copyPostgres({ isEmpty = false } = {}): Promise<string> {
  const name = await create(isEmpty ? 'template1' : TEMPLATE)
  whenFinished(() => drop(name))
  return urlOf(name)
}

type Reusable = { name: string; reset: () => Promise<void>; pool?: Pool }
const free: Reusable[] = []
const taken = new Map<string, Reusable>()

/**
 * A migrated database for one test, which a later test of this worker uses again: emptying its tables takes a
 * millisecond, copying the template thirty.
 */
export async function takePostgres(): Promise<string> {
  const database = free.pop() ?? (await createReusable())
  const url = urlOf(database.name)
  taken.set(url, database)
  whenFinished(async () => {
    taken.delete(url)
    const { pool } = database
    // A test that never releases a connection fails by its time limit.
    if (pool) while (pool.totalCount > pool.idleCount) await once(pool, 'release')
    try {
      await database.reset()
      free.push(database)
    } catch {
      // The test has changed the tables' structure.
      if (!pool?.ending) await pool?.end()
      await drop(database.name)
    }
  })
  return url
}

/**
 * A reusable database on the connections that an earlier test has left: for each new one PostgreSQL starts a process,
 * which reads its catalog again. Queries that start after the test are refused. Undefined for other databases.
 */
export function connectReusable(url: string): Database | undefined {
  const reusable = taken.get(url)
  if (!reusable) return undefined
  // A test may have closed them.
  if (!reusable.pool || reusable.pool.ending)
    reusable.pool = openPool(url, (error) => process.emitWarning(error))
  const { pool } = reusable
  let isOver = false
  whenFinished(() => (isOver = true))
  const connectInTest = () =>
    isOver ? Promise.reject(new Error('The test of this query is over.')) : pool.connect()
  const connections = Object.assign(Object.create(pool) as Pool, {
    connect: connectInTest,
    end: () => pool.end(),
  })
  return databaseOn(connections, QUERY_TIMEOUT_MS)
}

async function createReusable(): Promise<Reusable> {
  const name = await create(TEMPLATE)
  const client = new Client({ connectionString: urlOf(name) })
  // Dropping the database ends the connection.
  client.on('error', () => {})
  await client.connect()
  const names = async (query: string) =>
    (await client.query<{ name: string }>(query)).rows.map(({ name: found }) => found)

  const tables = await names(`select tablename as name from pg_tables where schemaname = 'public'`)
  const sequences = await names(
    `select format('select setval(%L, %s, %L)', sequencename, coalesce(last_value, 1), last_value is not null) as name
     from pg_sequences where schemaname = 'public'`,
  )
  const copies = tables.map((table) => `create table pristine.${table} as table public.${table}`)
  await client.query(`create schema pristine; ${copies.join(';')}`)

  const used = tables.map((table) => `'public.${table}'::regclass`).join()
  const refill = (table: string) =>
    `delete from public.${table}; insert into public.${table} overriding system value table pristine.${table}`

  return {
    name,
    async reset() {
      // Ends queries that a test left running; idle connections are used again.
      await client.query(`select pg_terminate_backend(pid, 1000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
          and state <> 'idle'`)
      const dirty = await names(
        `select relation::text as name from unnest(array[${used}]) relation where pg_relation_size(relation) > 0`,
      )
      // Without triggers a table can be emptied before the tables that refer to it.
      const statements = ['set session_replication_role = replica', ...dirty.map(refill), ...sequences]
      await client.query(statements.join(';'))
      // Elimu has no triggers: a test has left one that makes statements fail.
      const triggers = await names('select tgname as name from pg_trigger where not tgisinternal')
      if (triggers.length > 0) throw new Error('a trigger is left')
      // Otherwise new rows would fill the free space of used pages, and be read in another order than that in which
      // they were written.
      await client.query(`vacuum (index_cleanup on, truncate on) ${dirty.join()}`)
    },
  }
}

async function create(template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} template ${template}`)
  return name
}

const drop = (name: string) => administer(`drop database ${name} with (force)`)

const urlOf = (name: string) => databaseUrl(inject('postgresUrl') ?? '', name)

async function administer(statement: string): Promise<void> {
  const admin = new Client({ connectionString: inject('postgresUrl') ?? '' })
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}
