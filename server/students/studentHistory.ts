import type { Kysely } from 'kysely'
import type { HistoryEntry } from '#contract/history.ts'
import { categories, genders, studentStatuses } from '#contract/students.ts'
import { userName } from '#contract/users.ts'
import type { Changes, HistoryEntry as WrittenEntry } from '../database/history.ts'
import type { Tables } from '../database/tables.ts'

/** A value as people read it: the history tells names, whatever they are called later. */
export const shown = {
  category: (category: number) => categories[category as keyof typeof categories],
  gender: (gender: number) => genders[gender as keyof typeof genders],
  status: (status: number) => studentStatuses[status as keyof typeof studentStatuses],
}

export const listStudentHistory = (db: Kysely<Tables>, student_id: number, limit?: number) =>
  listHistory(db, 'student', student_id, limit)

/** What happened to a record, the newest first; of the last `limit` changes only, where that is asked. */
export async function listHistory(
  db: Kysely<Tables>,
  entity: WrittenEntry['entity'],
  entity_id: number,
  limit?: number,
): Promise<HistoryEntry[]> {
  const entries = db
    .selectFrom('history')
    .leftJoin('users', 'users.id', 'history.user_id')
    .select(['history.id', 'history.at', 'history.action', 'history.changes', 'first_name', 'last_name'])
    .where('entity', '=', entity)
    .where('entity_id', '=', entity_id)
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

const asText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null
