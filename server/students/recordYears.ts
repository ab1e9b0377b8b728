import { compareNames } from '#contract/lookups.ts'
import type { Db } from '../database/connect.ts'
import { type RecordKind, recordTable } from '../database/recordTables.ts'
import { isOfVisibleStudent, isVisibleState, type Viewer } from '../privacy/visibility/visibleStudents.ts'

type Placed = { id: number; year: string; term_id: number; term: string }

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
