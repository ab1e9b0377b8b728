import type { Compilable, RawBuilder, SelectQueryBuilder } from 'kysely'
import { dayOf } from '#contract/base/days.ts'
import { namesOf } from '#contract/base/fields.ts'
import { canSeeEveryStudent, canSeeLiaisonAndSupporter } from '#contract/permissions.ts'
import { ageOn, type Student, studentFields, type StudentToEdit } from '#contract/students/students.ts'
import type { ExamPaper } from '#contract/students/entryExams.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import type { Tables } from '../database/tables.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import { notFound } from '../base/ApiError.ts'
import { inTermOrder, receiptYears, yearsOf } from './recordYears.ts'
import { preparedByRole } from '../database/prepared.ts'
import { recordTable } from '../database/recordTables.ts'
import { authorIn, userNameIn } from '../users/userNameIn.ts'
import { onlyShared } from '../privacy/visibility/onlyShared.ts'
import { hiddenIn, hiddenOf } from '../privacy/visibility/sharedWithSupporter.ts'
import {
  ifShared,
  isOfVisibleStudent,
  isVisibleState,
  type Viewer,
  visibleStudents,
} from '../privacy/visibility/visibleStudents.ts'

/** A student with the fields that the viewer may see. A hidden student is answered like a missing one. */
export async function findStudent(db: Db, id: number, viewer: Actor, today: Date): Promise<Student> {
  const { readRows, readCards, readReceiptYears } = readersOf(db)
  const [found] = await readRows({ student: id }, viewer)
  if (!found) throw notFound()
  const { hidden, ...row } = found
  const not_shared = hiddenOf(hidden)
  const seesSupporter = canSeeLiaisonAndSupporter(viewer.role)
  const cards = inTermOrder(await readCards({ student: id }, viewer))
  const newest = cards.at(-1)
  const student = {
    ...row,
    // The class of the newest report card that the viewer may see.
    ...(newest && { class_id: newest.class_id, class: newest.class }),
    not_shared,
    supporter_id: seesSupporter ? row.supporter_id : null,
    supporter: seesSupporter ? row.supporter : null,
    supporter_name: seesSupporter ? row.supporter_name : null,
    age: ageOn(row.dob, dayOf(today)),
    annual_rep: yearsOf(cards),
    annual_finance: await readReceiptYears({ student: id }, viewer),
  }
  return canSeeEveryStudent(viewer.role) ? student : onlyShared(student, not_shared)
}

/** The same, with the users who added and last saved the student, which the profile does not show. */
export async function findStudentToEdit(...asked: Parameters<typeof findStudent>): Promise<StudentToEdit> {
  const [db, id] = asked
  const student = await findStudent(...asked)
  const savers = await db
    .selectFrom('students')
    .select(['created_by', 'updated_by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...student, ...savers }
}

const columns = namesOf(studentFields).map((name) => `students.${name}` as const)

/** Prepared once for each database, because building these queries takes longer than running them. */
function prepare(db: Db) {
  const read = <Row>(build: (id: RawBuilder<number>, viewer: Viewer) => Compilable<Row>) =>
    preparedByRole<Row, { student: number }>(db, (value, role) =>
      build(value('student'), { id: value('viewer'), role, today: value('today') }),
    )
  return {
    readRows: read((id, viewer) => studentRows(db, id, viewer)),
    readCards: read((id, viewer) => cardsOf(db, id, viewer)),
    readReceiptYears: read((id, viewer) => receiptYears(db, id, viewer)),
  }
}
const known = new WeakMap<Db, ReturnType<typeof prepare>>()

function readersOf(db: Db) {
  const readers = known.get(db) ?? prepare(db)
  known.set(db, readers)
  return readers
}

const studentRows = (db: Db, id: RawBuilder<number>, viewer: Viewer) =>
  withNames(visibleStudents(db, viewer))
    .select([
      'students.id',
      'ref',
      ...columns,
      'students.status',
      'supporter_id',
      'supporter_name',
      'version',
    ])
    .leftJoin('classes', 'classes.id', 'students.class_id')
    .select(['students.class_id', 'class_name as class'])
    .select([
      ifShared(fileUrlIn('picture_id'), 'pictures', viewer).as('path'),
      ifShared(fileUrlIn('certificate_id'), 'progress', viewer).as('cert'),
      hiddenIn(viewer).as('hidden'),
    ])
    .where('students.id', '=', id)

/** The years and classes of the report cards that the viewer may see. */
const cardsOf = (db: Db, id: RawBuilder<number>, viewer: Viewer) =>
  db
    .selectFrom(recordTable(db, 'report'))
    .innerJoin('years', 'years.id', 'record.year_id')
    .innerJoin('terms', 'terms.id', 'record.term_id')
    .innerJoin('classes', 'classes.id', 'record.class_id')
    .select(['record.id', 'year_id', 'year_name as year', 'term_id', 'term_name as term'])
    .select(['class_id', 'class_name as class'])
    .where('record.student_id', '=', id)
    .where(isOfVisibleStudent(db, viewer, 'progress'))
    .where(isVisibleState(viewer))

/** Selects the names of school, liaison officer and supporter, and the kind of the stored document. */
export const withNames = (students: SelectQueryBuilder<Tables, 'students', object>) =>
  students
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .leftJoin('users as liaison', 'liaison.id', 'students.liaison_id')
    .leftJoin('users as supporter', 'supporter.id', 'students.supporter_id')
    .leftJoin('files as paper', 'paper.id', 'students.certificate_id')
    .select([
      'schools.school',
      authorIn('liaison').as('liaison'),
      userNameIn('supporter').as('supporter'),
      (eb) => eb.ref('paper.purpose').$castTo<ExamPaper | null>().as('paper'),
    ])
