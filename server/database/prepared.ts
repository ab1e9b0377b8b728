import { type Compilable, CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Returns the placeholder of a value that is bound when the query runs. `Values` has the names and types. */
export interface Placeholders<Values> {
  <Name extends keyof Values & string>(name: Name): RawBuilder<Values[Name]>
}

export type Prepared<Values, Row> = (values: Values) => Promise<Row[]>

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Runs a prepared statement with values; undefined if the query has to wait in the queue of the driver. */
type Statement = (values: readonly unknown[]) => unknown[] | Promise<unknown[]> | undefined
type Prepare = (text: string) => Statement

const preparers = new WeakMap<Kysely<Tables>, Prepare>()

/** Sets how a database prepares a statement. */
export const prepareBy = (db: Kysely<Tables>, prepare: Prepare) => void preparers.set(db, prepare)

/**
 * A query that is built once, when it is first used, and planned once (on PostgreSQL once for each connection). For
 * frequent queries: building and planning a small query takes longer than running it. It only reads, and does not see
 * the changes of an open transaction.
 */
export function prepared<Row, Values extends object = object>(
  db: Kysely<Tables>,
  build: (value: Placeholders<Values>) => Compilable<Row>,
): Prepared<Values, Row> {
  const value: Placeholders<Values> = (name) => sql`${new Placeholder(name)}`
  const prepare = () => {
    const { sql: text, parameters } = build(value).compile()
    return { text, parameters, run: preparers.get(db)?.(text) }
  }
  let statement: ReturnType<typeof prepare> | undefined

  return async (values) => {
    const { text, parameters, run } = (statement ??= prepare())
    const given = values as Record<string, unknown>
    const filled = parameters.map((part) => (part instanceof Placeholder ? given[part.name] : part))
    const found = run?.(filled)
    if (found) return found as Row[] | Promise<Row[]>
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, filled))
    return rows
  }
}

type Reading = { viewer: number; today: string }

/** The same for a query that differs by role. `viewer` is the id of the user who reads, and `today` the day. */
export function preparedByRole<Row, Values extends object>(
  db: Kysely<Tables>,
  build: (value: Placeholders<Values & Reading>, role: number) => Compilable<Row>,
) {
  const byRole = new Map<number, Prepared<Values & Reading, Row>>()
  return (
    values: Values,
    { id: viewer, role, today }: { id: number; role: number; today: string },
  ): Promise<Row[]> => {
    const run = byRole.get(role) ?? prepared<Row, Values & Reading>(db, (value) => build(value, role))
    byRole.set(role, run)
    return run({ ...values, viewer, today })
  }
}
