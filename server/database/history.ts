import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type Changes = Record<string, [before: unknown, after: unknown]>

export type HistoryEntry = {
  entity:
    | 'user'
    | 'student'
    | 'school'
    | 'cluster'
    | 'year'
    | 'term'
    | 'class'
    | 'subject'
    | 'report'
    | 'receipt'
    | 'document'
    | 'media'
  entity_id: number
  action: string
  changes?: Changes
  /** Who did it; null when it was the system itself. */
  user_id: number | null
  at: string
}

/** Writes who changed what; always in the transaction of the change itself. */
export const writeHistory = (trx: Kysely<Tables>, entry: HistoryEntry): Promise<void> =>
  writeHistories(trx, [entry])

/** The same of many changes of one kind at once. */
export async function writeHistories(trx: Kysely<Tables>, entries: HistoryEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, changes: JSON.stringify(entry.changes ?? {}) }))
  await trx.insertInto('history').values(rows).execute()
}

/** All that is known of what came to be, as changes. */
export const changesFromNothing = (facts: Record<string, unknown>): Changes =>
  Object.fromEntries(Object.entries(facts).map(([field, value]) => [field, [null, value]]))

/** All that was known of what is gone. */
export const changesToNothing = (facts: Record<string, unknown>): Changes =>
  Object.fromEntries(Object.entries(facts).map(([field, value]) => [field, [value, null]]))

/** What differs between two states of a record, field by field. */
export function changesBetween<T extends object>(before: T, after: Partial<T>): Changes {
  const fields = Object.keys(after) as (keyof T & string)[]
  return Object.fromEntries(
    fields
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, [before[field], after[field]]]),
  )
}
