import { type ExpressionBuilder, sql } from 'kysely'
import type { NotificationTime } from '#contract/notifications.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { yieldToRequests } from '../base/yieldToRequests.ts'
import type { Db } from '../database/connect.ts'
import type { Tables } from '../database/tables.ts'
import { soonAfter } from '../privacy/visibility/studentConsent.ts'
import { unverifiedRecords } from '../records/unverifiedRecords.ts'
import { lacksIn } from './lacks.ts'
import { ofTerm, recordKinds } from './openRecords.ts'

/** Students per query: more would block the event loop. */
const SLICE = 1_000

/** The number of active students whom What Is Missing lists for a term. */
export async function countLacking(db: Db, time: NotificationTime, today: string): Promise<number> {
  let lacking = 0
  let last: number | null = 0
  while (last !== null) {
    const counted: Counted = await countSlice(db, time, today, last)
    lacking += counted.lacking
    last = counted.last
    await yieldToRequests()
  }
  return lacking
}

type Counted = { lacking: number; last: number | null }

/** Counts in the slice of students after an id; `last` is null after the last slice. */
function countSlice(db: Db, time: NotificationTime, today: string, after: number): Promise<Counted> {
  const slice = db
    .selectFrom('students')
    .leftJoin('consent_states as state', 'state.student_id', 'students.id')
    .select((eb) => [
      'students.id',
      sql<number | null>`case when ${lacksAnything(db, time, today)(eb)} then 1 end`.as('lacks'),
    ])
    .where('students.status', '=', STUDENT_ACTIVE)
    .where('students.id', '>', after)
    .orderBy('students.id')
    .limit(SLICE)
  return db
    .selectFrom(slice.as('student'))
    .select((eb) => [eb.fn.count<number>('lacks').as('lacking'), eb.fn.max<number | null>('id').as('last')])
    .executeTakeFirstOrThrow()
}

const lacksAnything =
  (db: Db, time: NotificationTime, today: string) => (eb: ExpressionBuilder<Tables, 'students'>) => {
    const lacks = lacksIn(db, { report: time, receipt: time }, { today, soon: soonAfter(today) })
    const open = recordKinds.map((kind) =>
      ofTerm(unverifiedRecords(db, kind), time)
        .where(sql<boolean>`record.student_id = students.id`)
        .select('record.id'),
    )
    return sql.join(
      [...Object.values(lacks).map((condition) => condition(eb)), ...open.map((some) => sql`exists ${some}`)],
      sql` or `,
    )
  }
