import type { Kysely, RawBuilder } from 'kysely'
import { VERIFIED } from '#contract/records.ts'
import type { SessionUser } from '#contract/auth.ts'
import { compareNames } from '#contract/lookups.ts'
import { canSeeEveryStudent, canSeeUnverified } from '#contract/permissions.ts'
import type { Tables } from '../database/tables.ts'
import { notFound } from '../http/ApiError.ts'
import { userNameIn } from '../users/userNameIn.ts'
import { type RecordKind, recordTable } from './recordTables.ts'

type Db = Kysely<Tables>

/** The user who reads. In a prepared query the id is a placeholder. */
export type Viewer = { id: number | RawBuilder<number>; role: number }

/**
 * The columns that every kind of record returns, for the records that a viewer may see. A supporter sees only
 * verified ones of their own students.
 */
export function recordRows(db: Db, kind: RecordKind, { id, role }: Viewer) {
  const rows = db
    .selectFrom(recordTable(db, kind))
    .innerJoin('years', 'years.id', 'record.year_id')
    .innerJoin('terms', 'terms.id', 'record.term_id')
    .innerJoin('classes', 'classes.id', 'record.class_id')
    .innerJoin('schools', 'schools.id', 'record.school_id')
    .innerJoin('users', 'users.id', 'record.entered_by')
    .select([
      'record.id',
      'record.student_id',
      'record.year_id',
      'record.term_id',
      'record.class_id',
      'year_name as year',
      'term_name as term',
      'class_name as class',
      'schools.school',
      'record.status',
      'record.remark',
      userNameIn('users').$castTo<string>().as('entered_by'),
      'record.updated_at',
      'record.version',
      'record.liaison_comment',
    ])
  const own = canSeeEveryStudent(role)
    ? rows
    : rows.where('record.student_id', 'in', (eb) =>
        eb.selectFrom('students').select('id').where('supporter_id', '=', id),
      )
  return canSeeUnverified(role) ? own : own.where('record.status', '>=', VERIFIED)
}

export type FoundRecord = Awaited<ReturnType<ReturnType<typeof recordRows>['executeTakeFirstOrThrow']>>

/** A student whom the viewer may not see is answered like one that does not exist. */
export async function checkStudent(db: Db, id: number, viewer: SessionUser): Promise<void> {
  const student = await db
    .selectFrom('students')
    .select('supporter_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!student || !(canSeeEveryStudent(viewer.role) || student.supporter_id === viewer.id)) throw notFound()
}

type Placed = Pick<FoundRecord, 'id' | 'year' | 'term_id' | 'term'>

/** Sorts records from the first term of the first year on. */
export const inTermOrder = <Row extends Placed>(rows: Row[]): Row[] =>
  rows.toSorted(
    (a, b) =>
      Number(a.year) - Number(b.year) || compareNames(a.term, b.term) || a.term_id - b.term_id || a.id - b.id,
  )

/** The years of which a viewer may see records of this student, the newest first; receipts come with documents. */
export function listYears(db: Db, kind: RecordKind, student: number, viewer: SessionUser) {
  const records = db
    .selectFrom(recordTable(db, kind))
    .innerJoin('years', 'years.id', 'record.year_id')
    .select(['years.id', 'year_name'])
    .distinct()
    .where('record.student_id', '=', student)
  const seen = canSeeUnverified(viewer.role) ? records : records.where('record.status', '>=', VERIFIED)
  return (kind === 'receipt' ? seen.union(documentYears(db, student)) : seen)
    .orderBy('year_name', 'desc')
    .execute()
}

/** The years of documents count too: a fee structure comes before the first receipt of its year. */
const documentYears = (db: Db, student: number) =>
  db
    .selectFrom('documents')
    .innerJoin('years', 'years.id', 'documents.year_id')
    .select(['years.id', 'year_name'])
    .where('documents.student_id', '=', student)
