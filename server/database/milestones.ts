import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPostgres } from './lockRow.ts'
import { type Placeholders, type Prepared, prepared } from './prepared.ts'
import type { Tables } from './tables.ts'

/** The number of rows from one milestone to the next. Fewer rows than this are skipped quickly. */
const STRIDE = 1_000

type Direction = 'asc' | 'desc'
/** The values of a row in the columns of a sort order, by position. */
export type Mark = Record<`from_${number}`, unknown>

/** The sort orders of a long list, each with its columns. No two rows have the same values in all of them. */
export type LongList<Column extends string> = {
  table: keyof Tables
  orders: Record<Column, readonly string[]>
}

const nameOf = (place: number) => `from_${place}` as const

/**
 * Reads a version that grows with every change of the records, because every change writes its history in the same
 * transaction: a cache of one version is valid until the next. On PostgreSQL it is undefined while a
 * transaction is writing, because rows get their ids before other transactions can see them.
 */
export function versionReader(db: Kysely<Tables>): () => Promise<number | undefined> {
  const isQuiet = isPostgres(db)
    ? sql`pg_snapshot_xmin(pg_current_snapshot()) = pg_snapshot_xmax(pg_current_snapshot())`
    : sql`1`
  const read = prepared(db, () =>
    db.selectFrom('history').select((eb) => [eb.fn.max('id').as('version'), isQuiet.as('is_quiet')]),
  )
  return async () => {
    const [row] = await read({})
    return row?.is_quiet ? (row.version ?? 0) : undefined
  }
}

/** The `where` condition for rows from a milestone on; its values are those of the milestone's mark. */
export const fromMilestone = (
  columns: readonly string[],
  direction: Direction,
  value: Placeholders<Mark>,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${sql.raw(direction === 'asc' ? '>=' : '<=')}
    (${sql.join(columns.map((_column, place) => value(nameOf(place))))})`

/**
 * Caches every thousandth row of a sort order, so that a page far into a long list is read from there and not from the
 * first row. A milestone is looked up when it is first needed, and dropped at the next change of the records.
 */
export function createMilestones<Column extends string>(db: Kysely<Tables>, list: LongList<Column>) {
  const readVersion = versionReader(db)
  const steps = new Map<string, Prepared<Mark, Mark>>()
  let known = { version: -1, marks: new Map<string, Mark[]>() }

  /** The last milestone before `offset`, and how many rows are left to skip after it. */
  return async (
    column: Column,
    direction: Direction,
    offset: number,
  ): Promise<{ mark: Mark | undefined; left: number }> => {
    const before = Math.floor(offset / STRIDE)
    const version = before > 0 ? await readVersion() : undefined
    if (version === undefined) return { mark: undefined, left: offset }
    if (version !== known.version) known = { version, marks: new Map() }

    const key = `${column} ${direction}`
    const marks = known.marks.get(key) ?? []
    known.marks.set(key, marks)
    while (marks.length < before) {
      const reached = marks.length
      const [next] = await step(column, direction, marks.at(-1))
      if (!next) return { mark: marks.at(-1), left: offset - marks.length * STRIDE }
      // Another request may have added this milestone in the meantime.
      if (marks.length === reached) marks.push(next)
    }
    return { mark: marks[before - 1], left: offset - before * STRIDE }
  }

  function step(column: Column, direction: Direction, from: Mark | undefined): Promise<Mark[]> {
    const key = `${column} ${direction} ${from !== undefined}`
    let run = steps.get(key)
    if (!run) {
      const columns = list.orders[column]
      const values = columns.map((name, place) => sql`${sql.ref(name)} as ${sql.ref(nameOf(place))}`)
      const order = columns.map((name) => sql`${sql.ref(name)} ${sql.raw(direction)}`)
      run = prepared(db, (value: Placeholders<Mark>) => {
        const query = sql<Mark>`
          select ${sql.join(values)} from ${sql.table(list.table)}
          where ${from ? fromMilestone(columns, direction, value) : sql`1 = 1`}
          order by ${sql.join(order)} limit 1 offset ${sql.lit(STRIDE)}`
        return { compile: () => query.compile(db) }
      })
      steps.set(key, run)
    }
    return run(from ?? {})
  }
}
