import { type Kysely, sql } from 'kysely'
import { UNVERIFIED } from '#contract/records.ts'
import type { Tables } from '../database/tables.ts'
import { userNameIn } from '../users/userNameIn.ts'
import { type RecordKind, recordTables } from './recordTables.ts'

type Db = Kysely<Tables>
type Unverified = ReturnType<typeof unverified>

/** The status stands in the query itself: a value that comes later would not be known to be the one of the index. */
export function unverified(db: Db, kind: RecordKind) {
  const table = `${recordTables[kind]} as record` as 'reports as record'
  return db.selectFrom(table).where('record.status', '=', sql.lit(UNVERIFIED))
}

export async function countOf(records: Unverified): Promise<number> {
  const { count } = await records
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const shownOf = (records: Unverified) =>
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
      'year_name as year',
      'term_name as term',
      userNameIn('users').$castTo<string>().as('entered_by'),
      'record.entered_by as entered_by_id',
      'record.updated_at',
      'record.remark',
    ])
