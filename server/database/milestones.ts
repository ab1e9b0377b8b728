import { type Kysely, type RawBuilder, sql } from 'kysely'
import { compiled, type CompiledRun, slot } from './compiled.ts'
import type { Tables } from './tables.ts'
import { versionReader } from './version.ts'

/** Every so many rows one is remembered. Fewer than these are quickly passed over. */
const STRIDE = 1_000

type Direction = 'asc' | 'desc'
/** The values of a row in the columns of an order, under the names of their slots. */
type Mark = Record<string, unknown>

/** The orders of a long list: for each the columns behind it, which together are no two rows' own. */
export type LongList<Column extends string> = {
  table: keyof Tables
  orders: Record<Column, readonly string[]>
}

const nameOf = (place: number) => `from_${place}`

/** Rows from a milestone on, for the `where` of a query that is run with its mark. */
export const fromMilestone = (columns: readonly string[], direction: Direction): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${sql.raw(direction === 'asc' ? '>=' : '<=')}
    (${sql.join(columns.map((_column, place) => slot(nameOf(place))))})`

/**
 * Knows where in an order every thousandth row stands, so that a page far into a long list begins there rather than
 * at the first row. Found when first asked for, and forgotten with the next change of the records.
 */
export function createMilestones<Column extends string>(db: Kysely<Tables>, list: LongList<Column>) {
  const readVersion = versionReader(db)
  const steps = new Map<string, CompiledRun<Mark>>()
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
      const query = sql<Mark>`
        select ${sql.join(values)} from ${sql.table(list.table)}
        where ${from ? fromMilestone(columns, direction) : sql`1 = 1`}
        order by ${sql.join(order)} limit 1 offset ${sql.lit(STRIDE)}`
      run = compiled(db, { compile: () => query.compile(db) })
      steps.set(key, run)
    }
    return run(from)
  }
}
