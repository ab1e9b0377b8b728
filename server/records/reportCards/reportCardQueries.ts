import { type Mark, type ReportCard, type ReportCardRow, markOf } from '#contract/records/reportCards.ts'
import { canSeeStaffNotes } from '#contract/permissions.ts'
import { type Placeholders, prepared, preparedByRole } from '../../database/prepared.ts'
import type { Db } from '../../database/connect.ts'
import type { Actor } from '../../database/history.ts'
import { fileUrlIn } from '../../files/fileUrl.ts'
import { notFound } from '../../base/ApiError.ts'
import { annualReader } from '../readAnnual.ts'
import { checkStudent, type Viewer } from '../../privacy/visibility/visibleStudents.ts'
import { inTermOrder } from '../../students/recordYears.ts'
import { recordRows } from '../recordRows.ts'

/** The report cards that the viewer may see. */
export const reportCardRows = (db: Db, viewer: Viewer) =>
  recordRows(db, 'report', viewer)
    .innerJoin('reports', 'reports.id', 'record.id')
    .select([
      'reports.curriculum',
      'reports.grade',
      'reports.mark',
      'reports.overall_level',
      'reports.teacher_comment',
      fileUrlIn('record.file_id').as('pathReport'),
    ])
    .$if(canSeeStaffNotes(viewer.role), (rows) =>
      rows.select(['reports.action_plan', 'reports.psychosocial']),
    )

type FoundReportCard = Awaited<ReturnType<ReturnType<typeof reportCardRows>['executeTakeFirstOrThrow']>>

/** One report card. A report card that the viewer may not see is answered like a missing one. */
export async function findReportCard(db: Db, id: number, viewer: Actor): Promise<ReportCard> {
  const rows = await reportCardRows(db, viewer).where('record.id', '=', id).execute()
  const [report] = await withMarks(db, rows)
  if (!report) throw notFound()
  return report
}

/** The report cards of a student, the newest term first. */
export async function listReportCards(db: Db, student: number, viewer: Actor): Promise<ReportCardRow[]> {
  await checkStudent(db, student, viewer)
  const rows = await reportCardRows(db, viewer).where('record.student_id', '=', student).execute()
  return inTermOrder(rows).toReversed().map(asReportCardRow)
}

type Year = { student: number; year: number }

/** The report cards of a student's year, in the order of the terms. */
export function yearReader(db: Db) {
  const readRows = preparedByRole<FoundReportCard, Year>(db, (value, role) =>
    reportCardRows(db, { id: value('viewer'), role, today: value('today') })
      .where('record.student_id', '=', value('student'))
      .where('record.year_id', '=', value('year')),
  )
  const readMarks = prepared(db, (value: Placeholders<Year>) =>
    marksOf(db)
      .innerJoin('reports', 'reports.id', 'report_id')
      .where('student_id', '=', value('student'))
      .where('year_id', '=', value('year'))
      // In the order of the indexes, so that the database need not sort.
      .orderBy('reports.term_id')
      .orderBy('place')
      .orderBy('marks.id'),
  )

  return async (asked: Year, viewer: Actor): Promise<ReportCard[]> => {
    const rows = await readRows(asked, viewer)
    if (rows.length > 0) return joinMarks(inTermOrder(rows), await readMarks(asked))
    await checkStudent(db, asked.student, viewer)
    return []
  }
}

/** The results of all students in a year, term by term. */
export const annualAcademic = (db: Db) =>
  annualReader(db, 'reports', (school, tenths, levels) => ({
    school,
    marks: tenths.map(markOf),
    ...(levels && { levels }),
  }))

const asReportCardRow = (row: FoundReportCard): ReportCardRow =>
  Object.assign(row, { mark: markOf(row.mark) })

/** Adds the marks to report cards, with one query for all of them. */
async function withMarks(db: Db, rows: FoundReportCard[]): Promise<ReportCard[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const marks = marksOf(db).where('report_id', 'in', ids).orderBy('report_id').orderBy('place')
  return joinMarks(rows, await marks.orderBy('marks.id').execute())
}

const marksOf = (db: Db) =>
  db
    .selectFrom('marks')
    .innerJoin('subjects', 'subjects.id', 'marks.subject_id')
    .select(['marks.id', 'report_id', 'subject_id', 'subject_name', 'marks.mark', 'marks.grade'])

/** Marks of report cards that are not among the rows are left out. */
function joinMarks(rows: FoundReportCard[], found: (Mark & { report_id: number })[]): ReportCard[] {
  const byReportCard = new Map<number, Mark[]>(rows.map(({ id }) => [id, []]))
  // Field by field, which is several times as fast as a rest pattern.
  for (const { report_id, id, subject_id, subject_name, mark, grade } of found)
    byReportCard.get(report_id)?.push({ id, subject_id, subject_name, mark: markOf(mark), grade })
  return rows.map((row) => Object.assign(asReportCardRow(row), { marks: byReportCard.get(row.id) ?? [] }))
}
