import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { type Placeholders, type Prepared, prepared } from './prepared.ts'
import type { Tables } from './tables.ts'

/** Every so many rows one is remembered. Fewer than these are quickly passed over. */
const STRIDE = 1_000

type Direction = 'asc' | 'desc'
/** The values of a row in the columns of an order, by the place of the column. */
export type Mark = Record<`from_${number}`, unknown>

/** The orders of a long list: for each the columns behind it, which together are no two rows' own. */
export type LongList<Column extends string> = {
  table: keyof Tables
  orders: Record<Column, readonly string[]>
}

const nameOf = (place: number) => `from_${place}` as const

/**
 * A number that grows with every change of the records, because every change writes its history in the same
 * transaction: what was worked out at one version holds until the next. None while somebody is writing on
 * PostgreSQL, whose numbers are given before the rows that bear them can be seen.
 */
export function versionReader(db: Kysely<Tables>): () => Promise<number | undefined> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const isQuiet = isPostgres
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

/** Rows from a milestone on, for the `where` of a query that is run with its mark. */
export const fromMilestone = (
  columns: readonly string[],
  direction: Direction,
  value: Placeholders<Mark>,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${sql.raw(direction === 'asc' ? '>=' : '<=')}
    (${sql.join(columns.map((_column, place) => value(nameOf(place))))})`

/**
 * Knows where in an order every thousandth row stands, so that a page far into a long list begins there rather than
 * at the first row. Found when first asked for, and forgotten with the next change of the records.
 */
export function createMilestones<Column extends string>(db: Kysely<Tables>, list: LongList<Column>) {
  const readVersion = versionReader(db)
  const steps = new Map<string, Prepared<Mark, Mark>>()
  let known = { version: -1, marks: new Map<string, Mark[]>() }

  /** The last milestone before so many rows, and how many of them are left after it. */
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
      // Another request may have come as far in the meantime.
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
