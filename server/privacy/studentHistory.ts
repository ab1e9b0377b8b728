import type { Db } from '../database/connect.ts'
import { asText, type Changes } from '../database/history.ts'
import type { StudentEntry } from '../database/studentData.ts'
import { userNameIn } from '../users/userNameIn.ts'

/** Every change of a student and of what belongs to them, also of rows that were deleted, the newest first. */
export async function historyOfStudent(db: Db, student_id: number): Promise<StudentEntry[]> {
  const rows = await db
    .selectFrom('history')
    .leftJoin('users', 'users.id', 'history.user_id')
    .select(['history.id', 'entity', 'entity_id', 'at', 'action', 'changes', userNameIn('users').as('by')])
    .where('student_id', '=', student_id)
    .orderBy('history.id', 'desc')
    .execute()
  return rows.map(({ changes, ...entry }) =>
    Object.assign(entry, {
      changes: Object.entries(JSON.parse(changes) as Changes).map(([field, [from, to]]) => ({
        field,
        from: asText(from),
        to: asText(to),
      })),
    }),
  )
}
