import { type AliasedExpression, sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import { userNameIn } from '../users/userNameIn.ts'

/** The class of the newest report card, or the one that was imported. */
export const classId = sql<number | null>`coalesce((
  select reports.class_id from reports
  join years on years.id = reports.year_id join terms on terms.id = reports.term_id
  where reports.student_id = students.id order by years.folded desc, terms.folded desc limit 1
), (select own.class_id from students as own where own.id = students.id))`

/** The fields of the chosen students that results show. */
export const studentFacts = (
  db: Db,
  chosen: AliasedExpression<{ id: number }, 'chosen'>,
  seesLiaison: boolean,
) =>
  db
    .selectFrom(chosen)
    .innerJoin('students', 'students.id', 'chosen.id')
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .leftJoin('users as liaison', 'liaison.id', 'students.liaison_id')
    .leftJoin('classes', (join) => join.on(sql<boolean>`classes.id = ${classId}`))
    .select(['students.id', 'ref', 'name', 'students.status', 'students.dob', 'schools.school'])
    .select('classes.class_name as class')
    .select(fileUrlIn('students.picture_id').as('path'))
    .select(seesLiaison ? userNameIn('liaison').as('liaison') : sql<string | null>`null`.as('liaison'))
