import { type ExpressionBuilder, sql } from 'kysely'
import type { NotificationTime } from '#contract/notifications.ts'
import { UNVERIFIED } from '#contract/records/records.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { yieldToRequests } from '../base/yieldToRequests.ts'
import type { Db } from '../database/connect.ts'
import { type RecordKind, recordTable } from '../database/recordTables.ts'
import type { Tables } from '../database/tables.ts'
import { lacksRecord } from '../records/lacksRecord.ts'
import { countUnknownFacts } from '../students/unknownFacts.ts'
import { lacksCertificate } from './missing/listMissing.ts'

/** Students per query: more would block the event loop. */
const SLICE = 1_000

/** The number of active students whom What Is Missing lists for a term. */
export async function countLacking(db: Db, time: NotificationTime): Promise<number> {
  let lacking = 0
  let last: number | null = 0
  while (last !== null) {
    const counted: Counted = await countSlice(db, time, last)
    lacking += counted.lacking
    last = counted.last
    await yieldToRequests()
  }
  return lacking
}

type Counted = { lacking: number; last: number | null }

/** Counts in the slice of students after an id; `last` is null after the last slice. */
function countSlice(db: Db, time: NotificationTime, after: number): Promise<Counted> {
  const slice = db
    .selectFrom('students')
    .select((eb) => ['students.id', eb.case().when(lacksAnything(db, time)(eb)).then(1).end().as('lacks')])
    .where('status', '=', STUDENT_ACTIVE)
    .where('students.id', '>', after)
    .orderBy('students.id')
    .limit(SLICE)
  return db
    .selectFrom(slice.as('student'))
    .select((eb) => [eb.fn.count<number>('lacks').as('lacking'), eb.fn.max<number | null>('id').as('last')])
    .executeTakeFirstOrThrow()
}

const lacksAnything = (db: Db, time: NotificationTime) => (eb: ExpressionBuilder<Tables, 'students'>) =>
  eb.or([
    eb('picture_id', 'is', null),
    lacksCertificate(eb),
    eb(countUnknownFacts, '>', sql.lit(0)),
    ...(['report', 'receipt'] as const).flatMap((kind) => [
      lacksRecord(db, kind, time)(eb),
      hasUnverified(db, kind, time)(eb),
    ]),
  ])

const hasUnverified =
  (db: Db, kind: RecordKind, { year_id, term_id }: NotificationTime) =>
  (eb: ExpressionBuilder<Tables, 'students'>) =>
    eb.exists(
      eb
        .selectFrom(recordTable(db, kind))
        .select('record.id')
        .whereRef('record.student_id', '=', 'students.id')
        .where('record.year_id', '=', year_id)
        .where('record.term_id', '=', term_id)
        .where('record.status', '=', UNVERIFIED),
    )
