import type { ExpressionBuilder } from 'kysely'
import { type Missing, type MissingState, UNVERIFIED } from '#contract/records/records.ts'
import type { NotificationTime } from '#contract/notifications.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import { pagesOf } from '../../database/inBatches.ts'
import { fileUrlIn } from '../../files/fileUrl.ts'
import { type RecordKind, recordTable } from '../../database/recordTables.ts'
import { consentColumns } from '../../privacy/visibility/studentConsent.ts'
import { countUnknownFacts } from '../../students/unknownFacts.ts'
import { userNameIn } from '../../users/userNameIn.ts'

type Kept = { id: number; student_id: number; status: number; remark: string | null }

/** Students per query: few enough not to block the event loop, and to keep the list of ids short. */
const SLICE = 200

type Wanted = {
  /** Only the students of this liaison officer. */
  liaison_id?: number | undefined
  /** Whether to include students who lack nothing but a consent. */
  consents?: boolean
}

/**
 * The active students whose report card or receipt of a term is missing, unverified or returned, or who have no
 * picture or certificate, facts that are not known, or no consent on this day. Without any term no record can be missing.
 */
export async function listMissing(
  db: Db,
  time: NotificationTime | null,
  today: string,
  { liaison_id, consents = false }: Wanted = {},
): Promise<Missing[]> {
  const missing: Missing[] = []
  const read = (last: { student_id: number }) =>
    activeStudents(db, today, last.student_id, liaison_id).execute()
  for await (const students of pagesOf(SLICE, { student_id: 0 }, read)) {
    const ids = students.map(({ student_id }) => student_id)
    const reports = time && (await readRecords(db, 'report', time, ids))
    const receipts = time && (await readRecords(db, 'receipt', time, ids))
    for (const { consent_state, ends_soon, consent_until, ...student } of students) {
      const lacksConsent = consent_state === 'not_recorded' || consent_state === 'ended'
      const consent = lacksConsent ? 'missing' : ends_soon === 1 ? 'ends_soon' : null
      const report = reports ? whatIsMissing(reports.get(student.student_id)) : NOTHING
      const receipt = receipts ? whatIsMissing(receipts.get(student.student_id)) : NOTHING
      const hasAll = student.path !== null && student.no_certificate === 0 && student.unknown_facts === 0
      if (report.state || receipt.state || !hasAll || (consents && consent))
        missing.push({
          ...student,
          no_certificate: student.no_certificate === 1,
          report: report.state,
          report_id: report.id,
          receipt: receipt.state,
          receipt_id: receipt.id,
          receipts: receipt.open,
          receipts_returned: receipt.returned,
          consent,
          consent_until,
        })
    }
  }
  return missing
}

function activeStudents(db: Db, today: string, after: number, liaison_id: number | undefined) {
  const students = db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .innerJoin('users as liaison', 'liaison.id', 'students.liaison_id')
    .leftJoin('consent_states as state', 'state.student_id', 'students.id')
    .select(consentColumns(today))
    .select([
      'students.id as student_id',
      'ref',
      'name',
      fileUrlIn('students.picture_id').as('path'),
      (eb) => eb.case().when(lacksCertificate(eb)).then(1).else(0).end().as('no_certificate'),
      countUnknownFacts.as('unknown_facts'),
      'schools.school',
      'liaison_id',
      userNameIn('liaison').$castTo<string>().as('liaison'),
    ])
    .where('students.status', '=', STUDENT_ACTIVE)
    .$narrowType<{ liaison_id: number }>()
    .where('students.id', '>', after)
    .orderBy('students.id')
    .limit(SLICE)
  return liaison_id === undefined ? students : students.where('liaison_id', '=', liaison_id)
}

/** Only KCPE requires a certificate; documents of other exams do not count. */
export const lacksCertificate = (eb: ExpressionBuilder<Tables, 'students'>) =>
  eb.and([
    eb('students.entry_exam', '=', 'KCPE'),
    eb.not(
      eb.exists(
        eb
          .selectFrom('files')
          .select('files.id')
          .whereRef('files.id', '=', 'students.certificate_id')
          .where('files.purpose', '=', 'certificate'),
      ),
    ),
  ])

async function readRecords(
  db: Db,
  kind: RecordKind,
  { year_id, term_id }: NotificationTime,
  students: number[],
): Promise<Map<number, Kept[]>> {
  const rows = await db
    .selectFrom(recordTable(db, kind))
    .select(['id', 'student_id', 'status', 'remark'])
    .where('student_id', 'in', students)
    .where('year_id', '=', year_id)
    .where('term_id', '=', term_id)
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ student_id }) => student_id)
}

type Lack = { state: MissingState | null; id: number | null; open: number; returned: number }

const NOTHING: Lack = { state: null, id: null, open: 0, returned: 0 }

/** A returned record is more urgent than an unverified one. */
function whatIsMissing(records: Kept[] | undefined): Lack {
  if (!records) return { ...NOTHING, state: 'missing' }
  const open = records.filter(({ status }) => status === UNVERIFIED)
  const returned = open.filter(({ remark }) => remark !== null)
  const first = returned[0] ?? open[0]
  if (!first) return NOTHING
  const state = returned.length > 0 ? 'returned' : 'unverified'
  return { state, id: first.id, open: open.length, returned: returned.length }
}
