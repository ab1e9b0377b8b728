import type { FundingDeparture } from '#contract/money/funding.ts'
import { PROMISE_LETTER } from '#contract/privacy/accesses.ts'
import type { Change } from '../database/history.ts'
import { inBatches } from '../database/inBatches.ts'
import { destinationOf, noteDepartures } from '../privacy/accesses/departures.ts'
import { ownStudents } from './listFunding.ts'
import { readTime } from './terms.ts'

/** Notes each student whose figures, or a letter about whose promises, leave Elimu with a download or on paper. */
export async function noteFundingDeparture(
  { trx, actor, at }: Change,
  { what, year_id, students, how }: FundingDeparture,
): Promise<void> {
  const { year } = await readTime(trx, { year: year_id }, actor.today)
  const left = {
    user_id: actor.id,
    at,
    how,
    what: what === 'letter' ? PROMISE_LETTER : `Funding, ${year}`,
    went_to: destinationOf(how),
  }
  for await (const some of inBatches(students)) {
    const own = await trx
      .selectFrom('students')
      .select('id as student_id')
      .where('id', 'in', some)
      .where(ownStudents(actor))
      .orderBy('id')
      .execute()
    await noteDepartures(
      trx,
      own.map((student) => Object.assign(student, left)),
    )
  }
}
