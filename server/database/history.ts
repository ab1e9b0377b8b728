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
export async function writeHistory(trx: Kysely<Tables>, entry: HistoryEntry): Promise<void> {
  await trx
    .insertInto('history')
    .values({ ...entry, changes: JSON.stringify(entry.changes ?? {}) })
    .execute()
}

/** What differs between two states of a record, field by field. */
export function changesBetween<T extends object>(before: T, after: Partial<T>): Changes {
  const fields = Object.keys(after) as (keyof T & string)[]
  return Object.fromEntries(
    fields
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, [before[field], after[field]]]),
  )
}
