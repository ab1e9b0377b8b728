import type { StudentFunding } from '#contract/money/funding.ts'
import { toShillings } from '#contract/records/receipts.ts'
import { notFound } from '../base/ApiError.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import { listCommitments } from './commitments.ts'
import { ownStudents, shownFigures } from './listFunding.ts'
import { shillingsOrNull } from './planQueries.ts'
import { readSums } from './studentSums.ts'
import { readTime, shownTerms } from './terms.ts'

/** Refuses a student who is not the liaison officer's own, like one that does not exist. */
export async function checkFunded(db: Db, id: number, actor: Actor): Promise<void> {
  await db
    .selectFrom('students')
    .select('id')
    .where('id', '=', id)
    .where(ownStudents(actor))
    .executeTakeFirstOrThrow(notFound)
}

/** What is planned, promised and paid for a student in a year, term by term. */
export async function readStudentFunding(
  db: Db,
  student_id: number,
  year: number | undefined,
  actor: Actor,
): Promise<StudentFunding> {
  await checkFunded(db, student_id, actor)
  const time = await readTime(db, { year }, actor.today)
  const { year_id, terms } = time
  const [sums] = await readSums(db, time, { student_id })
  const student = await db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'school_id')
    .leftJoin('student_classes', (join) =>
      join.onRef('student_id', '=', 'students.id').on('year_id', '=', year_id),
    )
    .leftJoin('classes', (join) => join.on('classes.id', '=', sums?.class_id ?? 0))
    .select(['school_id', 'school', 'class_name', 'student_classes.class_id as set_class_id'])
    .where('students.id', '=', student_id)
    .executeTakeFirstOrThrow()
  const class_id = sums?.class_id ?? null
  const plans = await db
    .selectFrom('plans')
    .select(['term_id', 'amount', 'to_school'])
    .where('year_id', '=', year_id)
    .where('school_id', '=', student.school_id)
    .where('class_id', '=', class_id ?? 0)
    .execute()
  const own = await db
    .selectFrom('own_plans')
    .select(['term_id', 'amount', 'to_school', 'reason'])
    .where('student_id', '=', student_id)
    .where('year_id', '=', year_id)
    .execute()
  const term_figures: StudentFunding['term_figures'] = []
  for (const term of terms) {
    const { term_id, has_opened } = term
    const [figures] = await readSums(db, { ...time, chosen: [term] }, { student_id })
    const plan = plans.find((each) => each.term_id === term_id)
    const ownPlan = own.find((each) => each.term_id === term_id)
    term_figures.push({
      term_id,
      ...(figures ? shownFigures(figures) : noFigures),
      plan: plan ? { amount: toShillings(plan.amount), to_school: shillingsOrNull(plan.to_school) } : null,
      own: ownPlan
        ? {
            amount: shillingsOrNull(ownPlan.amount),
            to_school: shillingsOrNull(ownPlan.to_school),
            reason: ownPlan.reason,
          }
        : null,
      to_school: shillingsOrNull(figures?.to_school ?? null),
      direct: toShillings(figures?.direct ?? 0),
      has_opened,
    })
  }
  return {
    year_id,
    year: time.year,
    term_id: null,
    terms: shownTerms(time),
    class_id,
    class: student.class_name,
    is_class_set: student.set_class_id !== null,
    school_id: student.school_id,
    school: student.school,
    year_figures: sums ? shownFigures(sums) : noFigures,
    term_figures,
    commitments: await listCommitments(db, student_id, actor),
  }
}

/** Of a student without any in the time: one who left before it, or came after it. */
const noFigures = { planned: 0, promised: 0, to_find: 0, paid: 0, owed: 0, spent: 0 }
