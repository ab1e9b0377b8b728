import type { Kysely } from 'kysely'
import type { SessionUser } from '#contract/identity/auth.ts'
import type { HistoryEntry as ReadEntry } from '#contract/base/call.ts'
import { userName } from '#contract/users.ts'
import type { Tables } from './tables.ts'

export type Trx = Kysely<Tables>

/** The user of a request, and the day of it in Kenya. */
export type Actor = SessionUser & { today: string }

/** The transaction of a change, with the user who makes it and the time. */
export type Change = { trx: Trx; actor: Actor; at: string }

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
    | 'backup'
    | 'letter'
    | 'duplicate'
    | 'sign_in'
    | 'grade_scale'
    | 'request'
    | 'retention'
    | 'consent'
    | 'consent_gate'
  entity_id: number
  action: string
  changes?: Changes
  /** Who did it; null when it was the system itself. */
  user_id: number | null
  at: string
}
type ChangeEntry = Omit<HistoryEntry, 'user_id' | 'at'>

/** Writes what a user changed, in the transaction of the change. */
export const writeChange = (change: Change, entry: ChangeEntry): Promise<void> =>
  writeChanges(change, [entry])

/** The same for many changes at once. */
export const writeChanges = ({ trx, actor, at }: Change, entries: ChangeEntry[]): Promise<void> =>
  writeHistories(
    trx,
    entries.map((entry) => ({ ...entry, user_id: actor.id, at })),
  )

export const writeAdded = (
  change: Change,
  entity: HistoryEntry['entity'],
  entity_id: number,
  facts: Record<string, unknown>,
): Promise<void> =>
  writeChange(change, { entity, entity_id, action: 'added', changes: changesFromNothing(facts) })

/** Writes a history entry; always in the transaction of the change itself. */
export const writeHistory = (trx: Kysely<Tables>, entry: HistoryEntry): Promise<void> =>
  writeHistories(trx, [entry])

/** The same for many changes at once. */
export async function writeHistories(trx: Kysely<Tables>, entries: HistoryEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, changes: JSON.stringify(entry.changes ?? {}) }))
  await trx.insertInto('history').values(rows).execute()
}

/** The values of a new record, as changes; empty values are left out. */
export const changesFromNothing = (facts: Record<string, unknown>): Changes =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([field, value]) => (value === null ? [] : [[field, [null, value]]])),
  )

/** The values of a deleted record, as changes. */
export const changesToNothing = (facts: Record<string, unknown>): Changes =>
  Object.fromEntries(Object.entries(facts).map(([field, value]) => [field, [value, null]]))

/** The fields that differ between two states of a record. */
export function changesBetween<T extends object>(before: T, after: Partial<T>): Changes {
  const fields = Object.keys(after) as (keyof T & string)[]
  return Object.fromEntries(
    fields
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, [before[field], after[field]]]),
  )
}

type Wanted = {
  /** Only that many. */
  limit?: number
  /** A student whose consents are included. */
  consentsOf?: number
}

/** The changes of an entity, the newest first. */
export async function listHistory(
  db: Kysely<Tables>,
  entity: HistoryEntry['entity'],
  entity_id: number,
  { limit, consentsOf }: Wanted = {},
): Promise<ReadEntry[]> {
  // As values: with a subquery PostgreSQL reads the history of all consents.
  const consents =
    consentsOf === undefined
      ? []
      : await db.selectFrom('consents').select('id').where('student_id', '=', consentsOf).execute()
  const consent_ids = consents.map(({ id }) => id)
  const entries = db
    .selectFrom('history')
    .leftJoin('users', 'users.id', 'history.user_id')
    .select(['history.id', 'history.at', 'history.action', 'history.changes', 'first_name', 'last_name'])
    .where((eb) => {
      const own = eb.and({ entity, entity_id })
      if (consent_ids.length === 0) return own
      return own.or(eb('entity', '=', 'consent').and('entity_id', 'in', consent_ids))
    })
    .orderBy('history.id', 'desc')
  const rows = await (limit === undefined ? entries : entries.limit(limit)).execute()
  return rows.map(({ id, at, action, changes, first_name, last_name }) => ({
    id,
    at,
    by: first_name === null ? null : userName({ first_name, last_name: last_name ?? '' }),
    action,
    changes: Object.entries(JSON.parse(changes) as Changes).map(([field, [from, to]]) => ({
      field,
      from: asText(from),
      to: asText(to),
    })),
  }))
}

export const asText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null
