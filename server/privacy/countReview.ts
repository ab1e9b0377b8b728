import { sql } from 'kysely'
import type { ReviewWork } from '#contract/privacy/review.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import { pagesOf } from '../database/inBatches.ts'
import { countRetention } from './retention.ts'
import { isRefusedSince, yearBefore } from './visibility/studentConsent.ts'

/** More than most charities have refusals: counting 100,000 students at once would block other requests. */
const AT_ONCE = 1_000

/** The records that somebody should decide about again. */
export async function countReview(db: Db, today: string): Promise<ReviewWork> {
  const { count: restricted } = await db
    .selectFrom('restrictions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { restricted, refused: await countRefused(db, today), retention: await countRetention(db, today) }
}

async function countRefused(db: Db, today: string): Promise<number> {
  let count = 0
  // The few refusals are found before their students: from the students, SQLite takes twice the time.
  const read = ({ student_id }: { student_id: number }) =>
    db
      .selectFrom('consent_states as state')
      .select('student_id')
      .where(isRefusedSince(today, yearBefore(today)))
      .where(
        sql<boolean>`(select status from students where students.id = state.student_id) = ${STUDENT_ACTIVE}`,
      )
      .where('student_id', '>', student_id)
      .orderBy('student_id')
      .limit(AT_ONCE)
      .execute()
  for await (const some of pagesOf(AT_ONCE, { student_id: 0 }, read)) count += some.length
  return count
}
