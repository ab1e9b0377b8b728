import { type Kysely, sql } from 'kysely'
import { UNVERIFIED, type Waiting, WAITING_MAX } from '#contract/academics.ts'
import type { SessionUser } from '#contract/auth.ts'
import type { Tables } from '../database/tables.ts'
import { userNameIn } from '../users/userNameIn.ts'
import { type RecordKind, recordTables } from './recordTables.ts'

type Db = Kysely<Tables>

/**
 * What waits to be verified, the longest waiting first. Before all others comes the `first` that is asked for, also one
 * that was returned: whoever asks has it before their eyes.
 */
export async function listWaiting(
  db: Db,
  kind: RecordKind,
  viewer: SessionUser,
  first?: number,
): Promise<{ data: Waiting[]; meta: { total: number } }> {
  const found = await shownOf(unverified(db, kind))
    .where('record.remark', 'is', null)
    .orderBy('record.updated_at')
    .orderBy('record.id')
    .limit(WAITING_MAX)
    .execute()
  const { waiting } = await unverified(db, kind)
    .where('record.remark', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  const begin =
    first === undefined
      ? undefined
      : await shownOf(unverified(db, kind)).where('record.id', '=', first).executeTakeFirst()

  const rows = begin ? [begin, ...found.filter(({ id }) => id !== begin.id)] : found
  const isBeside = begin !== undefined && begin.remark !== null
  return { data: rows.map((row) => asWaiting(row, viewer)), meta: { total: waiting + (isBeside ? 1 : 0) } }
}

/** The status stands in the query itself: a value that comes later would not be known to be the one of the index. */
function unverified(db: Db, kind: RecordKind) {
  const table = `${recordTables[kind]} as record` as 'reports as record'
  return db.selectFrom(table).where('record.status', '=', sql.lit(UNVERIFIED))
}

const shownOf = (records: ReturnType<typeof unverified>) =>
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

type Found = Awaited<ReturnType<ReturnType<typeof shownOf>['executeTakeFirstOrThrow']>>

const asWaiting = ({ entered_by_id, remark: _remark, ...row }: Found, viewer: SessionUser): Waiting => ({
  ...row,
  is_own: entered_by_id === viewer.id,
})
