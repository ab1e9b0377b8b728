import { dayOf } from '#contract/base/days.ts'
import type { Db } from '../database/connect.ts'
import type { Changes } from '../database/history.ts'
import { isStatusChange } from '../database/statusHistory.ts'

type StatusDay = { status_on: string | null; status_reason: string | null }

/**
 * By student: the day and reason of the present status. The day of an import is not that of the status, unless its sheet gave
 * one.
 */
export async function readStatusDays(
  db: Db,
  students: { id: number; created_at: string }[],
): Promise<Map<number, StatusDay>> {
  if (students.length === 0) return new Map()
  const created = new Map(students.map(({ id, created_at }) => [id, created_at]))
  const entries = await db
    .selectFrom('history')
    .select(['entity_id', 'action', 'at', 'changes'])
    .where('entity', '=', 'student')
    .where('entity_id', 'in', [...created.keys()])
    .where(isStatusChange)
    .orderBy('id')
    .execute()
  return new Map(
    entries.map(({ entity_id, action, at, changes }) => {
      const { status_on, reason } = JSON.parse(changes) as Changes
      const isByHand = action === 'changed status' && at !== created.get(entity_id)
      const given = status_on?.[1] as string | null | undefined
      return [
        entity_id,
        {
          status_on: given ?? (isByHand ? dayOf(new Date(at)) : null),
          status_reason: (reason?.[1] as string | null | undefined) ?? null,
        },
      ]
    }),
  )
}
