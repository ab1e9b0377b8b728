import type { Kysely } from 'kysely'
import type { SessionUser } from '#contract/identity/auth.ts'
import type { HistoryEntry as ReadEntry } from '#contract/base/call.ts'
import { userName } from '#contract/users.ts'
import { requireLocked } from './lockRow.ts'
import type { StudentEntity } from './studentEntities.ts'
import type { Tables } from './tables.ts'

export type Trx = Kysely<Tables>

/** The user of a request, and the day of it in Kenya. */
export type Actor = SessionUser & { today: string }

/** The transaction of a change, with the user who makes it and the time. */
export type Change = { trx: Trx; actor: Actor; at: string }

export type Changes = Record<string, [before: unknown, after: unknown]>

type OtherEntity =
  | 'user'
  | 'school'
  | 'cluster'
  | 'year'
  | 'term'
  | 'class'
  | 'subject'
  | 'backup'
  | 'letter'
  | 'duplicate'
  | 'sign_in'
  | 'grade_scale'
  | 'retention'
  | 'consent_gate'
  | 'breach'
  | 'privacy_notice'
  | 'moving_in'
  | 'calendar'
  | 'plan'
  | 'payment'
  | 'school_account'

export type Entity = StudentEntity | OtherEntity

/** What a change is about. An entity about a child requires the student, except the student's own row. */
export type Subject = { entity_id: number } & (
  | { entity: 'student'; student_id?: never }
  | { entity: Exclude<StudentEntity, 'student'>; student_id: number }
  | { entity: OtherEntity; student_id?: never }
)

export type HistoryEntry = Subject & {
  action: string
  changes?: Changes
  /** Who did it; null when it was the system itself. */
  user_id: number | null
  at: string
}
export type ChangeEntry = Subject & Pick<HistoryEntry, 'action' | 'changes'>

/** Writes what a user changed, in the transaction of the change. */
export const writeChange = (change: Change, entry: ChangeEntry): Promise<void> =>
  writeChanges(change, [entry])

/** The same for many changes at once. */
export const writeChanges = ({ trx, actor, at }: Change, entries: ChangeEntry[]): Promise<void> =>
  writeHistories(
    trx,
    entries.map((entry) => ({ ...entry, user_id: actor.id, at })),
  )

export const writeAdded = (change: Change, subject: Subject, facts: Record<string, unknown>): Promise<void> =>
  writeChange(change, { ...subject, action: 'added', changes: changesFromNothing(facts) })

/** Writes a history entry; always in the transaction of the change itself. */
export const writeHistory = (trx: Kysely<Tables>, entry: HistoryEntry): Promise<void> =>
  writeHistories(trx, [entry])

/** The same for many changes at once. */
export async function writeHistories(trx: Kysely<Tables>, entries: HistoryEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({
    ...entry,
    student_id: entry.entity === 'student' ? entry.entity_id : (entry.student_id ?? null),
    changes: JSON.stringify(entry.changes ?? {}),
  }))
  for (const { student_id, entity, action } of rows)
    if (student_id !== null && entity !== 'student' && action === 'added') requireLocked(trx, student_id)
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

/** The changes of an entity, the newest first. */
export async function listHistory(
  db: Kysely<Tables>,
  asked: { entity: Entity; entity_id: number },
  { limit }: { limit?: number } = {},
): Promise<ReadEntry[]> {
  const entries = db
    .selectFrom('history')
    .leftJoin('users', 'users.id', 'history.user_id')
    .select(['history.id', 'history.at', 'history.action', 'history.changes', 'first_name', 'last_name'])
    .where('entity', '=', asked.entity)
    .where('entity_id', '=', asked.entity_id)
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
