import { sql } from 'kysely'
import { type ListQuery, searchText } from '#contract/base/lists.ts'
import { type Lookup, type LookupKind, lookupName, lookups, sortLookups } from '#contract/lookups.ts'
import type { Db } from '../database/connect.ts'
import { pageInMemory } from '../database/lists.ts'

export const listLookups = async (db: Db, kind: LookupKind, asked: ListQuery) =>
  pageInMemory(sortLookups(kind, await readLookups(db, kind)), asked, {
    searchText: (row) => searchText([], [lookupName(kind, row)]),
    sortRows: (rows, sort) => (isOtherWayRound(kind, sort) ? rows.toReversed() : rows),
  })

async function readLookups(db: Db, kind: LookupKind): Promise<Lookup[]> {
  const { field, hasCurriculum } = lookups[kind]
  const columns = [field, ...(hasCurriculum ? ['curriculum'] : [])].map((column) => sql.ref(column))
  const { rows } = await sql<Lookup>`select id, ${sql.join(columns)} from ${sql.table(kind)}`.execute(db)
  return rows
}

/** Whether the requested sort is the reverse of the default, which is descending for years only. */
function isOtherWayRound(kind: LookupKind, sort: string | undefined): boolean {
  const { field } = lookups[kind]
  return sort === (kind === 'years' ? field : `-${field}`)
}
