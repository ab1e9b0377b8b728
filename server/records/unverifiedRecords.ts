import { sql } from 'kysely'
import type { SessionUser } from '#contract/identity/auth.ts'
import { UNVERIFIED, type Waiting, WAITING_MAX } from '#contract/records/records.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import type { Services } from '../Services.ts'
import type { Viewer } from '../privacy/visibility/visibleStudents.ts'
import { userNameIn } from '../users/userNameIn.ts'
import { type RecordKind, recordTable } from '../database/recordTables.ts'

type Some<Row> = { data: Row[]; meta: { total: number } }

export type WaitingAsked = Partial<Record<'first' | 'year_id' | 'term_id', number | undefined>>

/**
 * The records that wait to be verified, of all terms or of one, the longest waiting first. Before all others comes the
 * record `first`, even if it was returned, because the user is looking at it, and then the others of its student.
 */
export async function listWaiting(
  services: Pick<Services, 'db' | 'config'>,
  kind: RecordKind,
  viewer: SessionUser,
  { first, year_id, term_id }: WaitingAsked = {},
): Promise<Some<Waiting>> {
  const ofAllTerms = waitingRecords(services, kind, viewer)
  const records =
    year_id && term_id
      ? ofAllTerms.where('record.year_id', '=', year_id).where('record.term_id', '=', term_id)
      : ofAllTerms
  const oldest = (some: Unverified) =>
    shownOf(some).orderBy('record.updated_at').orderBy('record.id').limit(WAITING_MAX).execute()
  const found = await oldest(records)
  const waiting = await countOf(records)
  const firstRow =
    first === undefined
      ? undefined
      : await shownOf(unverifiedRecords(services.db, kind)).where('record.id', '=', first).executeTakeFirst()

  const ofSameStudent = firstRow
    ? await oldest(records.where('record.student_id', '=', firstRow.student_id))
    : []
  const inOrder = [...(firstRow ? [firstRow] : []), ...ofSameStudent, ...found]
  const rows = [...new Map(inOrder.map((row) => [row.id, row])).values()]
  const isUncounted =
    firstRow !== undefined && (firstRow.remark !== null || isLeftOut(services, firstRow, viewer))
  return { data: rows.map((row) => asWaiting(row, viewer)), meta: { total: waiting + (isUncounted ? 1 : 0) } }
}

/**
 * The records that wait for the viewer, for the list and the count in the menu. Excludes returned records, which wait
 * for their authors, and the viewer's own if the setting forbids users to verify their own entries.
 */
export function waitingRecords(
  { db, config }: Pick<Services, 'db' | 'config'>,
  kind: RecordKind,
  viewer: Pick<Viewer, 'id'>,
) {
  const records = unverifiedRecords(db, kind).where('record.remark', 'is', null)
  return config.mayVerifyOwnEntries ? records : records.where('record.entered_by', '!=', viewer.id)
}

const isLeftOut = ({ config }: Pick<Services, 'config'>, { entered_by_id }: Found, viewer: SessionUser) =>
  !config.mayVerifyOwnEntries && entered_by_id === viewer.id

/** Leaves out students who are not active: their records cannot be corrected any more. */
export const returnedRecords = (db: Db, kind: RecordKind, { id }: Pick<Viewer, 'id'>) =>
  unverifiedRecords(db, kind)
    .where('record.entered_by', '=', id)
    .where('record.remark', 'is not', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('students')
          .select('id')
          .whereRef('id', '=', 'record.student_id')
          .where('status', '=', STUDENT_ACTIVE),
      ),
    )

type Unverified = ReturnType<typeof unverifiedRecords>

/** The status is a literal: with a parameter the database could not use the partial index. */
export const unverifiedRecords = (db: Db, kind: RecordKind) =>
  db.selectFrom(recordTable(db, kind)).where('record.status', '=', sql.lit(UNVERIFIED))

async function countOf(records: Unverified): Promise<number> {
  const { count } = await records
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const shownOf = (records: Unverified) =>
  records
    .innerJoin('students', 'students.id', 'record.student_id')
    .innerJoin('years', 'years.id', 'record.year_id')
    .innerJoin('terms', 'terms.id', 'record.term_id')
    .innerJoin('users', 'users.id', 'record.entered_by')
    .select([
      'record.id',
      'record.student_id',
      'students.name as student',
      'students.ref',
      fileUrlIn('students.picture_id').as('path'),
      'students.status as student_status',
      'year_name as year',
      'term_name as term',
      userNameIn('users').$castTo<string>().as('entered_by'),
      'record.entered_by as entered_by_id',
      'record.updated_at',
      'record.remark',
    ])

type Found = Awaited<ReturnType<ReturnType<typeof shownOf>['executeTakeFirstOrThrow']>>

const asWaiting = ({ entered_by_id, remark: _remark, ...row }: Found, viewer: SessionUser): Waiting => ({
  ...row,
  is_own: entered_by_id === viewer.id,
})
