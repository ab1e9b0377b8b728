import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { Tables } from '../database/tables.ts'
import { type RecordKind, recordTable } from '../database/recordTables.ts'

/** The ids of year and term, or their placeholders in a prepared query. */
type Term = Record<'year_id' | 'term_id', number | RawBuilder<number>>

/** Whether a student has no record of a kind in a term. */
export const lacksRecord =
  (db: Db, kind: RecordKind, time: Term | null) => (eb: ExpressionBuilder<Tables, 'students'>) =>
    time === null
      ? sql<boolean>`false`
      : eb.not(
          eb.exists(
            eb
              .selectFrom(recordTable(db, kind))
              .select('record.id')
              .whereRef('record.student_id', '=', 'students.id')
              .where('record.year_id', '=', time.year_id)
              .where('record.term_id', '=', time.term_id),
          ),
        )
