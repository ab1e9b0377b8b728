import { notFound } from '../../base/ApiError.ts'
import type { Change } from '../../database/history.ts'
import { lockRow } from '../../database/lockRow.ts'
import { noteDepartures, ON_PAPER } from '../accesses/departures.ts'

/** Notes for each child of a breach that the letter to the family was printed. */
export async function noteLetters({ trx, actor, at }: Change, id: number): Promise<void> {
  if (!(await lockRow(trx, 'breaches', id, { isShared: true }))) throw notFound()
  const students = await trx
    .selectFrom('breach_students')
    .select('student_id')
    .where('breach_id', '=', id)
    .orderBy('student_id')
    .execute()
  const letters = students.map(({ student_id }) => ({
    student_id,
    user_id: actor.id,
    at,
    how: 'print' as const,
    what: 'Letter about a breach',
    went_to: ON_PAPER,
  }))
  await noteDepartures(trx, letters)
}
