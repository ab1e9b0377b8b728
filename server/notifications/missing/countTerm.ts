import type { ExpressionBuilder } from 'kysely'
import { type TermLine, termStates } from '#contract/notifications.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import { pagesOf } from '../../database/inBatches.ts'
import { findNewestTerms } from '../../records/newestTerms.ts'
import { type RecordKind, recordTable } from '../../database/recordTables.ts'

/** Students per query: more would block the event loop. */
const SLICE = 500

/** Counts the active students of the newest term with any record, by state: all, or those of a liaison officer. */
export async function countTerm(db: Db, liaison_id?: number): Promise<TermLine | null> {
  const { newest: time } = await findNewestTerms(db)
  if (!time) return null
  const least = (eb: ExpressionBuilder<Tables, 'students'>, kind: RecordKind) =>
    eb
      .selectFrom(recordTable(db, kind))
      .select(({ fn }) => fn.min<number | null>('record.status').as('least'))
      .whereRef('record.student_id', '=', 'students.id')
      .where('record.year_id', '=', time.year_id)
      .where('record.term_id', '=', time.term_id)
  const active = db
    .selectFrom('students')
    .select((eb) => ['students.id', least(eb, 'report').as('report'), least(eb, 'receipt').as('receipt')])
    .where('students.status', '=', STUDENT_ACTIVE)
    .orderBy('students.id')
    .limit(SLICE)
  const own = liaison_id === undefined ? active : active.where('students.liaison_id', '=', liaison_id)

  const students = { missing: 0, unverified: 0, verified: 0, sent: 0 }
  const read = ({ id }: { id: number }) => own.where('students.id', '>', id).execute()
  for await (const page of pagesOf(SLICE, { id: 0 }, read))
    for (const { report, receipt } of page) {
      // The states are listed in the order of the statuses, after `missing`.
      const state = termStates[Math.min(report ?? -1, receipt ?? -1) + 1]
      if (state) students[state] += 1
    }
  const { year_id, term_id, year_name, term_name } = time
  return { year_id, term_id, year_name, term_name, students }
}
