import { type Kysely, sql } from 'kysely'
import { fold } from '#contract/fold.ts'
import { DEFAULT_PAGE_SIZE, type ListMeta, type ListQuery } from '#contract/lists.ts'
import { type Lookup, type LookupKind, lookupName, lookups, sortLookups } from '#contract/lookups.ts'
import type { Tables } from '../database/tables.ts'

/** What a list call asks for, of a few dozen rows at most: read as they are, and arranged here. */
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

/** By their only column, which years are sorted down by unless somebody asks. */
function isOtherWayRound(kind: LookupKind, sort: string | undefined): boolean {
  const { field } = lookups[kind]
  return sort === (kind === 'years' ? field : `-${field}`)
}
