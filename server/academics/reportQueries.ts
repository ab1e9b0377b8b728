import type { Kysely } from 'kysely'
import type { Mark, Report, ReportRow } from '#contract/academics.ts'
import type { SessionUser } from '#contract/auth.ts'
import type { Tables } from '../database/tables.ts'
import { fileUrl } from '../files/fileUrl.ts'
import { notFound } from '../http/ApiError.ts'
import { asRecord, checkStudent, inTermOrder, recordRows } from '../records/recordRows.ts'
import { fromTenths } from './tenths.ts'

type Db = Kysely<Tables>

/** Of the reports only those that the viewer may see. */
const reportRows = (db: Db, viewer: SessionUser) =>
  recordRows(db, 'report', viewer)
    .innerJoin('reports', 'reports.id', 'record.id')
    .select([
      'reports.grade',
      'reports.mark',
      'reports.teacher_comment',
      'reports.action_plan',
      'reports.psychosocial',
    ])

type FoundReport = Awaited<ReturnType<ReturnType<typeof reportRows>['executeTakeFirstOrThrow']>>

/** One report. What the viewer may not see is as if not there. */
export async function findReport(db: Db, id: number, viewer: SessionUser): Promise<Report> {
  const rows = await reportRows(db, viewer).where('record.id', '=', id).execute()
  const [report] = await withMarks(db, rows)
  if (!report) throw notFound()
  return report
}

/** The reports of a student, the newest term first. */
export async function listReports(db: Db, student: number, viewer: SessionUser): Promise<ReportRow[]> {
  await checkStudent(db, student, viewer)
  const rows = await reportRows(db, viewer).where('record.student_id', '=', student).execute()
  return inTermOrder(rows).toReversed().map(asReportRow)
}

/** What a student achieved in a year, in the order of the terms. */
export async function listYear(
  db: Db,
  { student, year }: { student: number; year: number },
  viewer: SessionUser,
): Promise<Report[]> {
  await checkStudent(db, student, viewer)
  const rows = await reportRows(db, viewer)
    .where('record.student_id', '=', student)
    .where('record.year_id', '=', year)
    .execute()
  return withMarks(db, inTermOrder(rows))
}

function asReportRow({ mark, ...row }: FoundReport): ReportRow {
  return { ...asRecord(row), mark: fromTenths(mark), pathReport: fileUrl(row.file_id) }
}

/** With all their marks in one query, however many reports they are. */
async function withMarks(db: Db, rows: FoundReport[]): Promise<Report[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const found = await db
    .selectFrom('marks')
    .innerJoin('subjects', 'subjects.id', 'marks.subject_id')
    .select(['marks.id', 'report_id', 'subject_id', 'subject_name', 'mark', 'grade'])
    .where('report_id', 'in', ids)
    .orderBy('report_id')
    .orderBy('place')
    .orderBy('marks.id')
    .execute()
  const marksOf = new Map<number, Mark[]>(ids.map((id) => [id, []]))
  for (const { report_id, mark, ...row } of found)
    marksOf.get(report_id)?.push({ ...row, mark: fromTenths(mark) })
  return rows.map((row) => ({ ...asReportRow(row), marks: marksOf.get(row.id) ?? [] }))
}
