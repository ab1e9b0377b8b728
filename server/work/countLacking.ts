import { sql } from 'kysely'
import type { NotificationTime } from '#contract/notifications.ts'
import { yieldToRequests } from '../base/yieldToRequests.ts'
import type { Db } from '../database/connect.ts'
import { type Placeholders, prepared } from '../database/prepared.ts'
import { soonAfter } from '../privacy/visibility/studentConsent.ts'
import { anyOpen, isActive, openIn } from './openIn.ts'

/** Students per query: more would block the event loop. */
const SLICE = 1_000

/** The number of active students whom What Is Missing lists for a term. */
export async function countLacking(db: Db, time: NotificationTime, today: string): Promise<number> {
  const days = { today, soon: soonAfter(today) }
  const open = openIn(db, time, { report: time, receipt: time }, days)
  /** Counts in the slice of students after an id; `last` is null after the last slice. */
  const read = prepared(db, (value: Placeholders<{ after: number }>) => {
    const slice = db
      .selectFrom('students')
      .leftJoin('consent_states as state', 'state.student_id', 'students.id')
      .select((eb) => [
        'students.id',
        sql<number | null>`case when ${anyOpen(open, eb)} then 1 end`.as('lacks'),
      ])
      .where(isActive)
      .where('students.id', '>', value('after'))
      .orderBy('students.id')
      .limit(sql.lit(SLICE))
    return db
      .selectFrom(slice.as('student'))
      .select((eb) => [eb.fn.count<number>('lacks').as('lacking'), eb.fn.max<number | null>('id').as('last')])
  })
  let lacking = 0
  for (let after: number | null = 0; after !== null;) {
    const [counted] = await read({ after })
    lacking += counted?.lacking ?? 0
    after = counted?.last ?? null
    await yieldToRequests()
  }
  return lacking
}
