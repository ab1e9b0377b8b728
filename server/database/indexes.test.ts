import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestApp } from '../testing/testApp.ts'

/** The foreign keys of one column, and the first column of every index and primary key. */
const read = {
  sqlite: {
    keys: sql<Column>`
      select tables.name as "table", "from" as "column"
      from sqlite_master tables join pragma_foreign_key_list(tables.name) keys where tables.type = 'table'`,
    indexed: sql<Column>`
      select tables.name as "table", columns.name as "column"
      from sqlite_master tables join pragma_index_list(tables.name) indexes
        join pragma_index_info(indexes.name) columns on columns.seqno = 0
      where tables.type = 'table'
      union select tables.name, columns.name
      from sqlite_master tables join pragma_table_info(tables.name) columns on columns.pk = 1
      where tables.type = 'table'`,
  },
  postgres: {
    keys: sql<Column>`
      select conrelid::regclass::text as "table", attname::text as "column"
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and connamespace = current_schema()::regnamespace`,
    indexed: sql<Column>`
      select indrelid::regclass::text as "table", attname::text as "column"
      from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]`,
  },
}

type Column = { table: string; column: string }

it('each foreign key has an index', async () => {
  const { db, engine } = await openTestApp()
  const columnsOf = async (query: (typeof read)['sqlite']['keys']) =>
    (await query.execute(db)).rows.map(({ table, column }) => `${table}.${column}`)
  const indexed = new Set(await columnsOf(read[engine].indexed))
  const keys = await columnsOf(read[engine].keys)
  expect(keys.length).toBeGreaterThan(60)
  expect(keys.filter((key) => !indexed.has(key)).toSorted()).toEqual([])
})
