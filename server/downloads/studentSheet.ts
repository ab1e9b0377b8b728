import { namesOf } from '#contract/base/fields.ts'
import { importFields } from '#contract/importFields.ts'
import { canSeeHistory, canSeeLiaisonAndSupporter } from '#contract/permissions.ts'
import { studentFields } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import { inTermOrder } from '../students/recordYears.ts'
import { readStatusDays } from '../students/statusDays.ts'
import { batchOf, cellOf, personCell, readAnonymised, type Sheet } from './Sheet.ts'

/** Few, because each student may have dozens of report cards. */
const AT_ONCE = 100

/** Columns that only some roles see. */
const seenBy: Record<string, (role: number) => boolean> = {
  liaison: canSeeLiaisonAndSupporter,
  supporter: canSeeLiaisonAndSupporter,
  status_on: canSeeHistory,
  status_reason: canSeeHistory,
}

/** All students, except anonymised ones, with the newest class and the day and reason of the status. */
export async function studentSheet(db: Db, role: number): Promise<Sheet> {
  const anonymised = await readAnonymised(db)
  const fields = Object.entries(importFields.students).filter(([name]) => seenBy[name]?.(role) ?? true)
  return {
    headings: fields.map(([, { label }]) => label),
    async read(after) {
      const rows = await studentRows(db, after).execute()
      const ids = rows.map(({ id }) => id)
      const classes = await newestClasses(db, ids)
      const statuses = await readStatusDays(db, rows)
      return batchOf(rows, AT_ONCE, ({ liaison_first, liaison_last, liaison_email, ...row }) => {
        if (anonymised.has(row.id)) return []
        const values: Record<string, unknown> = {
          ...row,
          class: classes.get(row.id) ?? row.class,
          liaison: personCell({ first_name: liaison_first, last_name: liaison_last, email: liaison_email }),
          supporter:
            row.supporter_name ??
            personCell({
              first_name: row.supporter_first,
              last_name: row.supporter_last,
              email: row.supporter_email,
            }),
          ...statuses.get(row.id),
        }
        return [fields.map(([name, field]) => cellOf(field, values[name]))]
      })
    },
  }
}

const columns = namesOf(studentFields).map((name) => `students.${name}` as const)

const studentRows = (db: Db, after: number) =>
  db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .innerJoin('users as liaison', 'liaison.id', 'students.liaison_id')
    .leftJoin('users as supporter', 'supporter.id', 'students.supporter_id')
    .leftJoin('classes', 'classes.id', 'students.class_id')
    .select(['students.id', 'ref', ...columns, 'students.status', 'supporter_name', 'students.created_at'])
    .select(['schools.school', 'classes.class_name as class'])
    .select([
      'liaison.first_name as liaison_first',
      'liaison.last_name as liaison_last',
      'liaison.email as liaison_email',
      'supporter.first_name as supporter_first',
      'supporter.last_name as supporter_last',
      'supporter.email as supporter_email',
    ])
    .where('students.id', '>', after)
    .orderBy('students.id')
    .limit(AT_ONCE)

/** By student: the class of the newest report card. */
async function newestClasses(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const cards = await db
    .selectFrom('reports')
    .innerJoin('years', 'years.id', 'reports.year_id')
    .innerJoin('terms', 'terms.id', 'reports.term_id')
    .innerJoin('classes', 'classes.id', 'reports.class_id')
    // Of ten years of report cards, only the last are read.
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('reports as own')
          .innerJoin('years as its', 'its.id', 'own.year_id')
          .select((of) => ['own.student_id as of_student', of.fn.max('its.year_name').as('newest')])
          .where('own.student_id', 'in', ids)
          .groupBy('own.student_id')
          .as('last'),
      (join) =>
        join.onRef('last.of_student', '=', 'reports.student_id').onRef('last.newest', '=', 'years.year_name'),
    )
    .select(['reports.id', 'student_id', 'year_name as year', 'term_id', 'term_name as term', 'class_name'])
    .execute()
  const byStudent = Map.groupBy(cards, ({ student_id }) => student_id)
  return new Map([...byStudent].map(([id, own]) => [id, inTermOrder(own).at(-1)?.class_name ?? '']))
}
