import { type Kysely, sql } from 'kysely'
import { DEFAULT_PAGE_SIZE, fold, type ListMeta, type ListQuery } from '#contract/lists.ts'
import { type Lookup, type LookupKind, lookupName, lookups, sortLookups } from '#contract/lookups.ts'
import type { Tables } from '../database/tables.ts'

/** Answers a list call. There are a few dozen rows at most, so they are searched and sorted in memory. */
export async function listLookups(
  db: Kysely<Tables>,
  kind: LookupKind,
  asked: ListQuery,
): Promise<{ data: Lookup[]; meta: ListMeta }> {
  const { page = 1, size = DEFAULT_PAGE_SIZE, search, sort, whole } = asked
  const sorted = sortLookups(kind, await readLookups(db, kind))
  const isPlain = Object.values(asked).every((value) => value === undefined)
  if (isPlain || (whole !== undefined && sorted.length <= whole))
    return { data: sorted, meta: { total: sorted.length, whole: true } }

  const wanted = fold(search ?? '')
  const found = sorted.filter((row) => fold(lookupName(kind, row)).includes(wanted))
  const ordered = isOtherWayRound(kind, sort) ? found.toReversed() : found
  const before = (page - 1) * size
  return { data: ordered.slice(before, before + size), meta: { total: found.length, whole: false } }
}

async function readLookups(db: Kysely<Tables>, kind: LookupKind): Promise<Lookup[]> {
  const { field } = lookups[kind]
  const { rows } = await sql<Lookup>`select id, ${sql.ref(field)} from ${sql.table(kind)}`.execute(db)
  return rows
}

/** Whether the sort that is asked for is the opposite of the default, which is descending for years only. */
function isOtherWayRound(kind: LookupKind, sort: string | undefined): boolean {
  const { field } = lookups[kind]
  return sort === (kind === 'years' ? field : `-${field}`)
}
