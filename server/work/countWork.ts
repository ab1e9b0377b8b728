import { type RawBuilder, sql } from 'kysely'
import { daysFrom } from '#contract/base/days.ts'
import { WORK_MAX, type Work } from '#contract/notifications.ts'
import {
  canDecideRequests,
  canReviewRecords,
  canSeeRegisters,
  canVerifyRecords,
} from '#contract/permissions.ts'
import { RECEIPT_DAYS, type Step, steps } from '#contract/records/steps.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Actor } from '../database/history.ts'
import { type Placeholders, preparedByRole } from '../database/prepared.ts'
import type { RecordKind } from '../database/recordTables.ts'
import { paymentWork } from '../payments/paymentWork.ts'
import { newAdults } from '../privacy/consents/newAdults.ts'
import { countReview } from '../privacy/countReview.ts'
import { countOpenBreaches } from '../privacy/registers/readBreaches.ts'
import { requestWork } from '../privacy/requests/listRequests.ts'
import { soonAfter } from '../privacy/visibility/studentConsent.ts'
import { findNewestTerms } from '../lookups/newestTerms.ts'
import { returnedRecords, waitingRecords } from '../records/unverifiedRecords.ts'
import type { Services } from '../Services.ts'
import { lackPlaces, lacksIn, lackSteps, type LackValues, timeValues } from './lacks.ts'
import { recordKinds } from './openRecords.ts'

/** Counts the students for whom a user has a step to take, and what else is due. The nav bar asks for it on every page. */
export function workCounter(services: Pick<Services, 'db' | 'config'>) {
  const { db } = services
  const read = preparedByRole(db, (value: Placeholders<Asked>, role) => studentsQuery(services, value, role))

  return async (viewer: Actor): Promise<Work> => {
    const { id, role, today } = viewer
    const values = {
      ...timeValues(await findNewestTerms(db, today)),
      soon: soonAfter(today),
      paid_until: daysFrom(today, -RECEIPT_DAYS),
    }
    const found = await read(values, viewer)
    const { adults } = await newAdults(db, { id, today })
      .select((eb) => eb.fn.countAll<number>().as('adults'))
      .executeTakeFirstOrThrow()
    const requests = canDecideRequests(role) ? await requestWork(db, today) : { due: 0, overdue: 0 }
    const breaches = canSeeRegisters(role) ? await countOpenBreaches(db) : 0
    const review = canReviewRecords(role)
      ? await countReview(db, today)
      : { retention: 0, refused: 0, restricted: 0 }
    const { total: students = 0, correct = 0, verify = 0 } = found[0] ?? {}
    const payments = await paymentWork(db, viewer)
    const lines = [
      requests.due + requests.overdue,
      breaches,
      ...Object.values(review),
      ...Object.values(payments),
    ]
    return {
      total: students,
      others: adults + lines.filter((count) => count > 0).length,
      rows: found.map(({ student_id, ref, step }) => ({ student_id, ref, step: steps[step] as Step })),
      students: { correct, verify, complete: students - correct - verify },
      requests,
      breaches,
      review,
      adults,
      payments,
    }
  }
}

type Asked = LackValues & { paid_until: string } & { viewer: number; today: string }

/**
 * A user's students, each with the first step: its place in the order of the steps is the number that the database compares.
 * Only the viewer's steps are read, so that the first step has the lowest number.
 */
function studentsQuery(services: Pick<Services, 'db' | 'config'>, value: Placeholders<Asked>, role: number) {
  const { db } = services
  const viewer = { id: value('viewer') }
  const stepOf = (step: Step): RawBuilder<number> => sql.lit(steps.indexOf(step))
  const returned = (kind: RecordKind) =>
    returnedRecords(db, kind, viewer).select(['record.student_id', stepOf('correct').as('step')])
  const waiting = (kind: RecordKind) =>
    waitingRecords(services, kind, viewer).select(['record.student_id', stepOf('verify').as('step')])
  const records = (canVerifyRecords(role) ? [returned, waiting] : [returned]).flatMap((of) =>
    recordKinds.map(of),
  )
  const lacking = db
    .selectFrom('students')
    .leftJoin('consent_states as state', 'state.student_id', 'students.id')
    .where(sql<boolean>`students.liaison_id = ${viewer.id}`)
    .where('students.status', '=', sql.lit(STUDENT_ACTIVE))
    .select((eb) => {
      const [times, days] = lackPlaces(value)
      const lacks = lacksIn(db, times, { ...days, paid_until: value('paid_until') })
      const cases = lackSteps.map((step) => sql`when ${lacks[step](eb)} then ${stepOf(step)}`)
      return ['students.id as student_id', sql<number>`case ${sql.join(cases, sql` `)} end`.as('step')]
    })
  const open = records.reduce<typeof lacking>((all, some) => all.unionAll(some), lacking)
  const countOf = (step: Step) =>
    sql<number>`sum(case when min(open.step) = ${stepOf(step)} then 1 else 0 end) over ()`
  return db
    .selectFrom(open.as('open'))
    .innerJoin('students', 'students.id', 'open.student_id')
    .where('open.step', 'is not', null)
    .groupBy(['students.id', 'students.ref'])
    .select(['students.id as student_id', 'students.ref'])
    .select([sql<number>`min(open.step)`.as('step'), sql<number>`count(*) over ()`.as('total')])
    .select([countOf('correct').as('correct'), countOf('verify').as('verify')])
    .orderBy('students.id')
    .limit(sql.lit(WORK_MAX))
}
