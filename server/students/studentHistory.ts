import type { Kysely } from 'kysely'
import type { HistoryEntry } from '#contract/history.ts'
import { categories, genders, studentStatuses } from '#contract/students.ts'
import { userName } from '#contract/users.ts'
import type { Changes } from '../database/history.ts'
import type { Tables } from '../database/tables.ts'

/** A value as people read it: the history tells names, whatever they are called later. */
export const shown = {
  category: (category: number) => categories[category as keyof typeof categories],
  gender: (gender: number) => genders[gender as keyof typeof genders],
  status: (status: number) => studentStatuses[status as keyof typeof studentStatuses],
}

/** What happened to a student, the newest first; of the last `limit` changes only, where that is asked. */
export async function listStudentHistory(
  db: Kysely<Tables>,
  student_id: number,
  limit?: number,
): Promise<HistoryEntry[]> {
  const entries = db
    .selectFrom('history')
    .leftJoin('users', 'users.id', 'history.user_id')
    .select(['history.id', 'history.at', 'history.action', 'history.changes', 'first_name', 'last_name'])
    .where('entity', '=', 'student')
    .where('entity_id', '=', student_id)
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
