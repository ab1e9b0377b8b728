import { markOf, reportCardLabels } from '#contract/records/reportCards.ts'
import type { Db } from '../../database/connect.ts'
import type { EntityData, Entry } from '../../database/studentData.ts'
import { termsOf } from '../termsOf.ts'
import { emptyRecord, moveRecords } from '../forgetRecords.ts'
import { listReportCards } from './reportCardQueries.ts'

export const reportCardData: EntityData = {
  title: 'Report card',
  labels: { ...reportCardLabels, file: 'File' },
  texts: [
    (db) =>
      db
        .selectFrom('reports')
        .select(['id', 'student_id', 'id as record_id'])
        .select(['teacher_comment', 'liaison_comment', 'action_plan', 'psychosocial', 'remark']),
  ],
  termsOf: (db, ids) => termsOf(db, 'report', ids),

  async collect({ db, student_id, actor, fileOf }) {
    const marks = await marksBy(db, student_id)
    const cards = await listReportCards(db, student_id, actor)
    const reports = cards.map((report): Entry => ({
      [reportCardLabels.year]: report.year,
      [reportCardLabels.term]: report.term,
      [reportCardLabels.class]: report.class,
      School: report.school,
      [reportCardLabels.grade]: report.grade,
      [reportCardLabels.mark]: report.mark,
      [reportCardLabels.overall_level]: report.overall_level,
      Marks: marks.get(report.id) ?? [],
      [reportCardLabels.teacher_comment]: report.teacher_comment,
      [reportCardLabels.liaison_comment]: report.liaison_comment,
      [reportCardLabels.action_plan]: report.action_plan ?? null,
      [reportCardLabels.psychosocial]: report.psychosocial ?? null,
      [reportCardLabels.file]: fileOf(report.pathReport),
    }))
    const titles = new Map(cards.map(({ id, term, year }) => [id, `Report card, ${term}, ${year}`]))
    return { sections: [{ title: 'Report cards', entries: reports }], changes: { titles } }
  },

  async forget(trx, { student }) {
    const { id } = student
    await moveRecords(trx, 'report', student)
    const own = { teacher_comment: '', action_plan: '', psychosocial: '' }
    await trx
      .updateTable('reports')
      .set((eb) => ({ ...emptyRecord, ...own, version: eb('version', '+', 1) }))
      .where('student_id', '=', id)
      .execute()
  },
}

async function marksBy(db: Db, student_id: number): Promise<Map<number, Entry[]>> {
  const rows = await db
    .selectFrom('marks')
    .innerJoin('reports', 'reports.id', 'marks.report_id')
    .innerJoin('subjects', 'subjects.id', 'marks.subject_id')
    .select(['report_id', 'subject_name', 'marks.mark', 'marks.grade'])
    .where('reports.student_id', '=', student_id)
    .orderBy('report_id')
    .orderBy('place')
    .execute()
  const byReport = Map.groupBy(rows, ({ report_id }) => report_id)
  return new Map(
    [...byReport].map(([id, own]) => [
      id,
      own.map(({ subject_name, mark, grade }) => ({
        Subject: subject_name,
        Mark: markOf(mark),
        Grade: grade,
      })),
    ]),
  )
}
