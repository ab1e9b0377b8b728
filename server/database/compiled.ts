import { type Compilable, CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

export type CompiledRun<Row> = (values?: Record<string, unknown>) => Promise<Row[]>

/** Stands in a query for a value that is only known when it runs. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

export const slot = <Value>(name: string): RawBuilder<Value> => sql<Value>`${new Slot(name)}`

type ReadNow = (sql: string, parameters: readonly unknown[]) => unknown[] | undefined
const immediate = new WeakMap<Kysely<Tables>, ReadNow>()

/** Says how compiled queries of a database are answered at once, where they can be: without waiting in line. */
export const answerAtOnce = (db: Kysely<Tables>, readNow: ReadNow) => void immediate.set(db, readNow)

/**
 * Builds a query once, to run it with other values each time. For what every request asks: building a query
 * takes longer than a small one runs. Only for queries that read.
 */
export function compiled<Row>(db: Kysely<Tables>, query: Compilable<Row>): CompiledRun<Row> {
  const { sql: text, parameters } = query.compile()
  const readNow = immediate.get(db)
  return async (values = {}) => {
    const filled = parameters.map((value) => (value instanceof Slot ? values[value.name] : value))
    const found = readNow?.(text, filled)
    if (found) return found as Row[]
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, filled))
    return rows
  }
}
