import { compareNames } from '#contract/lookups.ts'
import type { Db } from '../database/connect.ts'
import { isOfVisibleStudent, isVisibleState, type Viewer } from '../privacy/sight/visibleStudents.ts'
import { userNameIn } from '../users/userNameIn.ts'
import { type RecordKind, recordTable } from './recordTables.ts'

/** The columns that every kind of record returns, for the records that a viewer may see. */
export const recordRows = (db: Db, kind: RecordKind, viewer: Viewer) =>
  db
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
    .where(isOfVisibleStudent(db, viewer, 'progress'))
    .where(isVisibleState(viewer))

export type FoundRecord = Awaited<ReturnType<ReturnType<typeof recordRows>['executeTakeFirstOrThrow']>>

type Placed = Pick<FoundRecord, 'id' | 'year' | 'term_id' | 'term'>

/** Sorts records from the first term of the first year on. */
export const inTermOrder = <Row extends Placed>(rows: Row[]): Row[] =>
  rows.toSorted(
    (a, b) =>
      Number(a.year) - Number(b.year) || compareNames(a.term, b.term) || a.term_id - b.term_id || a.id - b.id,
  )

/** The years of which a viewer may see records of this student, the newest first; receipts come with documents. */
export function listYears(db: Db, kind: RecordKind, student: number, viewer: Viewer) {
  const isShared = isOfVisibleStudent(db, viewer, 'progress')
  const records = db
    .selectFrom(recordTable(db, kind))
    .innerJoin('years', 'years.id', 'record.year_id')
    .select(['years.id', 'year_name'])
    .distinct()
    .where('record.student_id', '=', student)
    .where(isVisibleState(viewer))
    .where(isShared)
  return (kind === 'receipt' ? records.union(documentYears(db, student).where(isShared)) : records)
    .orderBy('year_name', 'desc')
    .execute()
}

/** The years of documents count too: a fee structure comes before the first receipt of its year. */
const documentYears = (db: Db, student: number) =>
  db
    .selectFrom('documents as record')
    .innerJoin('years', 'years.id', 'record.year_id')
    .select(['years.id', 'year_name'])
    .where('record.student_id', '=', student)
