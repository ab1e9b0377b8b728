import { sql } from 'kysely'
import { VERIFIED } from '#contract/records/records.ts'
import { leftOutKinds, type NotificationRow, type NotificationTime } from '#contract/notifications.ts'
import type { Db } from '../../database/connect.ts'
import { type RecordKind, recordTable } from '../../database/recordTables.ts'
import { whyLeftOut } from './readApproved.ts'

export type Letters = Pick<NotificationRow, 'letters' | 'left_out'>

/** Counts, in one query, the letters that a send of each of these terms would write, and the students whom it would leave out. */
export async function countLetters(
  db: Db,
  terms: NotificationTime[],
  today: string,
): Promise<(time: NotificationTime) => Letters> {
  const rows = terms.length > 0 ? await countByReason(db, terms, today).execute() : []
  return ({ year_id, term_id }) => {
    const own = rows.filter((row) => row.year_id === year_id && row.term_id === term_id)
    const of = (reason: string | null) => own.find((row) => row.reason === reason)
    const left_out = { noSupporter: 0, disabled: 0, restricted: 0, notShared: 0 }
    for (const reason of leftOutKinds) left_out[reason] = of(reason)?.students ?? 0
    return { letters: of(null)?.supporters ?? 0, left_out }
  }
}

function countByReason(db: Db, terms: NotificationTime[], today: string) {
  // Literals, because PostgreSQL takes parameters in a list of values for texts.
  const times = terms.map(({ year_id, term_id }) => sql`(${sql.lit(year_id)}, ${sql.lit(term_id)})`)
  const approved = (kind: RecordKind) =>
    db
      .selectFrom(recordTable(db, kind))
      .select(['record.year_id', 'record.term_id', 'record.student_id'])
      .where('record.status', '=', VERIFIED)
      .where(sql<boolean>`(record.year_id, record.term_id) in (values ${sql.join(times)})`)
      .where('record.file_id', 'is not', null)
  const students = db
    .selectFrom(approved('report').union(approved('receipt')).as('approved'))
    .innerJoin('students', 'students.id', 'approved.student_id')
    .leftJoin('users', 'users.id', 'students.supporter_id')
    .select(['year_id', 'term_id', 'supporter_id', whyLeftOut(today).as('reason')])
  return db
    .selectFrom(students.as('student'))
    .select((eb) => [
      'year_id',
      'term_id',
      'reason',
      eb.fn.countAll<number>().as('students'),
      eb.fn.count<number>('supporter_id').distinct().as('supporters'),
    ])
    .groupBy(['year_id', 'term_id', 'reason'])
}
