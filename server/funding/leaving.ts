import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Change } from '../database/history.ts'
import { hasPeriod, keepFigures } from './plans.ts'
import { findPresentTerm } from './terms.ts'

type Left = { status: number; left_after: string | null }

/** The last term that counts for a student with a new status: the present one for one who leaves now. */
export function leftAfter(
  { status: before, left_after }: Left,
  status: number,
  present: { key: string } | null,
) {
  if (status === STUDENT_ACTIVE) return null
  return before === STUDENT_ACTIVE ? (present?.key ?? null) : left_after
}

/**
 * Keeps the figures of earlier terms when a student changes the school. The present term stays with the former school if it
 * has a record or was paid.
 */
export async function keepFormerSchool(
  { trx, actor, at }: Change,
  student: { id: number; school_id: number; school: string },
): Promise<void> {
  const present = await findPresentTerm(trx, actor.today)
  if (!present) return
  const isPresentKept = await hasPeriod(trx, student.id, present)
  const own = { school_id: student.school_id, reason: `At ${student.school}`, updated_by: actor.id }
  await keepFigures(
    { trx, at, today: actor.today },
    student,
    own,
    ({ key }) => key < present.key || (key === present.key && isPresentKept),
  )
}
