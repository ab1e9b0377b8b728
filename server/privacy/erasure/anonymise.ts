import { type Selectable, sql } from 'kysely'
import { ALIKE_ENOUGH, ANONYMOUS, erasureMessages, NO_SCHOOL } from '#contract/privacy/erasure.ts'
import { openStates } from '#contract/privacy/requests.ts'
import { SENT } from '#contract/records/records.ts'
import { DEFAULT_EXAM } from '#contract/students/entryExams.ts'
import { foldedName } from '../../database/foldedName.ts'
import { type HistoryEntry, type Trx, writeHistories } from '../../database/history.ts'
import { lockRow } from '../../database/lockRow.ts'
import type { Tables } from '../../database/tables.ts'
import { dropFiles } from '../../files/storeUpload.ts'
import { recordTable } from '../../records/recordTables.ts'
import { schoolRow } from '../../schools/schoolChanges.ts'
import { searchColumns } from '../../students/studentRules.ts'
import { forgetEverywhere, forgetLetters } from './forget.ts'

type Student = Selectable<Tables['students']>
type Order = Pick<Selectable<Tables['anonymisations']>, 'student_id' | 'new_ref' | 'drop_gender'>

/** The instant noted for bytes that the next sweep removes, without the usual hour: no request can still need them. */
export const OLD_ENOUGH_TO_SWEEP = '2000-01-01T00:00:00.000Z'

/**
 * Removes everything that can identify a student, in one transaction. What the annual reports add up stays: class, marks and
 * amounts of each term. A sweep then removes the bytes of the files, also after a crash.
 */
export async function anonymise(trx: Trx, order: Order, at: string): Promise<void> {
  const student = await lockRow(trx, 'students', order.student_id)
  if (!student) return
  const { id } = student
  await moveRecords(trx, student)
  await emptyRecords(trx, id)
  await forgetLetters(trx, student)
  for (const table of ['consents', 'consent_states'] as const)
    await trx.deleteFrom(table).where('student_id', '=', id).execute()
  // The rows in other galleries stay: they hide the pictures of this student from the other supporters.
  await trx.deleteFrom('media_students').where('gallery_of', '=', id).execute()
  for (const table of ['media', 'documents'] as const)
    await trx.deleteFrom(table).where('student_id', '=', id).execute()
  const none = { asked_by: '', relation: null, identity_check: '', words: '', reason: null, search: '' }
  await trx
    .updateTable('requests')
    .set({ ...none, file_id: null })
    .where('student_id', '=', id)
    .execute()
  await emptyStudent(trx, student, order, at)
  await removeAllFiles(trx, id)
  await forgetEverywhere(trx, student, at)
  await closeRequests(trx, id, at)
}

/** Whether enough students of the same school and year of birth remain for this one's school to stay. */
export async function keepsSchool(trx: Trx, { dob, school_id }: { dob: string | null; school_id: number }) {
  const { count } = await trx
    .selectFrom('students')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('school_id', '=', school_id)
    .where(sql`substr(dob, 1, 4)`, '=', dob?.slice(0, 4) ?? '')
    .executeTakeFirstOrThrow()
  return count >= ALIKE_ENOUGH
}

/** Records of a year stay at their school only if enough students have records of that year there. */
async function moveRecords(trx: Trx, { id }: Student): Promise<void> {
  for (const kind of ['report', 'receipt'] as const) {
    const places = await trx
      .selectFrom(recordTable(trx, kind))
      .select(['school_id', 'year_id'])
      .distinct()
      .where('student_id', '=', id)
      .execute()
    for (const { school_id, year_id } of places) {
      const { count } = await trx
        .selectFrom(recordTable(trx, kind))
        .select((eb) => eb.fn.count<number>('student_id').distinct().as('count'))
        .where('school_id', '=', school_id)
        .where('year_id', '=', year_id)
        .executeTakeFirstOrThrow()
      if (count >= ALIKE_ENOUGH) continue
      await trx
        .updateTable(recordTable(trx, kind))
        .set({ school_id: await schoolNotShown(trx, school_id) })
        .where('student_id', '=', id)
        .where('school_id', '=', school_id)
        .where('year_id', '=', year_id)
        .execute()
    }
  }
}

/** The school without a name in the same cluster. */
async function schoolNotShown(trx: Trx, school_id: number): Promise<number> {
  const cluster = await trx
    .selectFrom('schools')
    .innerJoin('clusters', 'clusters.id', 'schools.cluster_id')
    .select(['clusters.id', 'cluster_name'])
    .where('schools.id', '=', school_id)
    .executeTakeFirstOrThrow()
  const school = `${NO_SCHOOL}, ${cluster.cluster_name}`
  const row = schoolRow({ school, cluster_id: cluster.id }, cluster.cluster_name)
  await trx
    .insertInto('schools')
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute()
  const { id } = await trx
    .selectFrom('schools')
    .select('id')
    .where('folded', '=', foldedName(school))
    .executeTakeFirstOrThrow()
  return id
}

/** The first instant of the year of an instant. */
const yearOnly = (column: 'created_at' | 'updated_at') =>
  sql<string>`substr(${sql.ref(column)}, 1, 4) || '-01-01T00:00:00.000Z'`

async function emptyRecords(trx: Trx, student_id: number): Promise<void> {
  const common = {
    liaison_comment: '',
    remark: null,
    file_id: null,
    // Nobody can verify or send it any more.
    status: SENT,
    created_at: yearOnly('created_at'),
    updated_at: yearOnly('updated_at'),
  }
  await trx
    .updateTable('reports')
    .set((eb) => ({
      ...common,
      teacher_comment: '',
      action_plan: '',
      psychosocial: '',
      version: eb('version', '+', 1),
    }))
    .where('student_id', '=', student_id)
    .execute()
  await trx
    .updateTable('receipts')
    .set((eb) => ({ ...common, receipt_no: null, version: eb('version', '+', 1) }))
    .where('student_id', '=', student_id)
    .execute()
  const own = trx.selectFrom('receipts').select('id').where('student_id', '=', student_id)
  await trx.updateTable('items').set({ item: '' }).where('receipt_id', 'in', own).execute()
}

/** What stays of the student. Every other column is emptied, so that one added later is too. */
const staying: readonly (keyof Student)[] = [
  'id',
  'status',
  'gender',
  'school_id',
  'class_id',
  'liaison_id',
  'created_by',
  'updated_by',
]

async function emptyStudent(
  trx: Trx,
  student: Student,
  { new_ref, drop_gender }: Order,
  at: string,
): Promise<void> {
  const school_id = (await keepsSchool(trx, student))
    ? student.school_id
    : await schoolNotShown(trx, student.school_id)
  const emptied = Object.entries(student).flatMap(([column, value]) =>
    staying.some((each) => each === column) || value === null || typeof value !== 'string'
      ? []
      : [[column, null]],
  )
  const name = { name: ANONYMOUS, ref: new_ref, admission_no: null, guardian_phone: null }
  await trx
    .updateTable('students')
    .set({
      ...Object.fromEntries(emptied),
      ...name,
      ...searchColumns(name, ''),
      number: -student.id,
      category: 1,
      ...(drop_gender === 1 && { gender: null }),
      school_id,
      // The user who began, so that no former officer tells who the child was.
      liaison_id: sql<number>`coalesce(
        (select started_by from anonymisations where student_id = ${student.id}), liaison_id)`,
      supporter_id: null,
      supporter_order: '',
      dob: firstOf(student.dob),
      dor: firstOf(student.dor),
      entry_exam: DEFAULT_EXAM,
      kcpe: null,
      assessment_no: null,
      pathway: null,
      siblings: null,
      picture_id: null,
      certificate_id: null,
      version: student.version + 1,
      created_at: `${student.created_at.slice(0, 4)}-01-01T00:00:00.000Z`,
      updated_at: at,
    })
    .where('id', '=', student.id)
    .execute()
}

/** The first day of the year of a day. */
const firstOf = <Day extends string | null>(day: Day) => (day ? `${day.slice(0, 4)}-01-01` : day) as Day

async function removeAllFiles(trx: Trx, student_id: number): Promise<void> {
  const files = await trx.selectFrom('files').select('id').where('student_id', '=', student_id).execute()
  const ids = files.map(({ id }) => id)
  if (ids.length === 0) return
  await trx.deleteFrom('letter_files').where('file_id', 'in', ids).execute()
  await dropFiles(trx, ids, OLD_ENOUGH_TO_SWEEP)
}

/** Also undecided requests, because their record no longer exists. */
async function closeRequests(trx: Trx, student_id: number, at: string): Promise<void> {
  await trx.updateTable('anonymisations').set({ done_at: at }).where('student_id', '=', student_id).execute()
  const reason = erasureMessages.requestClosed
  const closed = await trx
    .updateTable('requests')
    .set((eb) => ({ state: 'answered', reason, closed_at: at, closed_by: eb.ref('decided_by') }))
    .where('student_id', '=', student_id)
    .where('state', 'in', openStates)
    .returning('id')
    .execute()
  const entries = closed.map(({ id: entity_id }): HistoryEntry => ({
    entity: 'request',
    entity_id,
    student_id,
    action: 'answered',
    changes: { reason: [null, reason] },
    user_id: null,
    at,
  }))
  await writeHistories(trx, [
    ...entries,
    { entity: 'student', entity_id: student_id, action: 'anonymised', user_id: null, at },
  ])
}
