import type { RawBuilder } from 'kysely'
import { compareNames } from '#contract/lookups.ts'
import type { Db } from '../database/connect.ts'
import { isOfVisibleStudent, isVisibleState, type Viewer } from '../privacy/visibility/visibleStudents.ts'

type Placed = { id: number; year: string; term_id: number; term: string }

/** Sorts records from the first term of the first year on. */
export const inTermOrder = <Row extends Placed>(rows: Row[]): Row[] =>
  rows.toSorted(
    (a, b) =>
      Number(a.year) - Number(b.year) || compareNames(a.term, b.term) || a.term_id - b.term_id || a.id - b.id,
  )

/** The years of records, the newest first. */
export const yearsOf = (rows: { year_id: number; year: string }[]) => {
  const years = new Map(rows.map(({ year_id, year }) => [year_id, year]))
  return [...years]
    .map(([id, year_name]) => ({ id, year_name }))
    .toSorted((a, b) => Number(b.year_name) - Number(a.year_name))
}

/**
 * The years of which a viewer may see receipts of this student, the newest first. The years of documents count too: a fee
 * structure comes before the first receipt of its year.
 */
export function receiptYears(db: Db, student: RawBuilder<number>, viewer: Viewer) {
  const isShared = isOfVisibleStudent(db, viewer, 'progress')
  const yearsIn = (table: 'receipts' | 'documents') =>
    db
      .selectFrom(db.dynamic.table(table).as('record'))
      .innerJoin('years', 'years.id', 'record.year_id')
      .select(['years.id', 'year_name'])
      .where('record.student_id', '=', student)
      .where(isShared)
  return yearsIn('receipts')
    .where(isVisibleState(viewer))
    .union(yearsIn('documents'))
    .orderBy('year_name', 'desc')
}
