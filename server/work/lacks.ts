import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { type NamedTime, type Step, steps } from '#contract/records/steps.ts'
import type { Db } from '../database/connect.ts'
import type { Placeholders } from '../database/prepared.ts'
import type { RecordKind } from '../database/recordTables.ts'
import type { Tables } from '../database/tables.ts'
import { type Day, needsActionIn } from '../privacy/visibility/studentConsent.ts'
import { paidWithoutReceipt } from '../payments/receiptLinks.ts'
import { lacksRecord } from '../records/lacksRecord.ts'
import { countUnknownFacts } from '../students/unknownFacts.ts'

export type LackStep = Exclude<Step, 'correct' | 'verify'>
/** The steps that add something. */
export const lackSteps = steps.filter((step): step is LackStep => step !== 'correct' && step !== 'verify')

type Time = Record<'year_id' | 'term_id', number | RawBuilder<number>>
/** The terms whose records are missing; null before the first record of a kind. Without a term of payments, those of all terms. */
export type LackTimes = Record<RecordKind, Time | null> & { payment?: Time | undefined }
type Days = {
  today: Day
  soon: Day
  /** The last day of the payments whose receipts are missing; without it they are missing at once. */
  paid_until?: Day | undefined
}

type Condition = (eb: ExpressionBuilder<Tables, 'students'>) => RawBuilder<boolean>

/** Whether an active student lacks what each step adds, in queries that join `consent_states` as `state`. */
export function lacksIn(
  db: Db,
  times: LackTimes,
  { today, soon, paid_until }: Days,
): Record<LackStep, Condition> {
  const lacks =
    (kind: RecordKind): Condition =>
    (eb) => {
      const time = times[kind]
      // In a prepared query a term may be null too.
      const isKnown = time ? sql`cast(${time.year_id} as integer) is not null` : sql`false`
      return sql`(${isKnown} and ${lacksRecord(db, kind, time)(eb)})`
    }
  return {
    add_report: lacks('report'),
    // A payment asks for the receipt of its term.
    add_receipt: (eb) =>
      times.receipt ? sql`(${lacks('receipt')(eb)} and not ${isPaid({ time: times.receipt })})` : sql`false`,
    picture: () => sql`students.picture_id is null`,
    // Only KCPE requires a certificate; documents of other exams do not count.
    certificate: () => sql`(students.entry_exam = 'KCPE' and not exists (select 1 from files
      where files.id = students.certificate_id and files.purpose = 'certificate'))`,
    facts: () => sql`${countUnknownFacts} > 0`,
    consent: () => needsActionIn(today, soon),
    payment: () => isPaid({ time: times.payment, until: paid_until }),
  }
}

const isPaid = (paid: Parameters<typeof paidWithoutReceipt>[0]) =>
  sql<boolean>`exists (select 1 ${paidWithoutReceipt(paid)})`

/** The day of a student's first payment without a receipt. */
export const paidSince = (paid: Parameters<typeof paidWithoutReceipt>[0]) =>
  sql<string | null>`(select min(transfer.paid_on) ${paidWithoutReceipt(paid)})`

/** The same as columns that are 1 or 0. */
export const lackColumns = (...asked: Parameters<typeof lacksIn>) => {
  const lacks = lacksIn(...asked)
  return lackSteps.map(
    (step) => (eb: ExpressionBuilder<Tables, 'students'>) =>
      sql<number>`case when ${lacks[step](eb)} then 1 else 0 end`.as(step),
  )
}

/** The values of a prepared query about the newest terms, and its days. */
export type LackValues = Record<`${RecordKind}_${'year' | 'term'}`, number | null> & { soon: string }

export const timeValues = ({ report, receipt }: Record<RecordKind, NamedTime | null>) => ({
  report_year: report?.year_id ?? null,
  report_term: report?.term_id ?? null,
  receipt_year: receipt?.year_id ?? null,
  receipt_term: receipt?.term_id ?? null,
})

/** The arguments of `lacksIn` in a prepared query. */
export function lackPlaces(value: Placeholders<LackValues & { today: string }>): [LackTimes, Days] {
  const timeOf = (kind: RecordKind) => ({
    year_id: value(`${kind}_year`) as RawBuilder<number>,
    term_id: value(`${kind}_term`) as RawBuilder<number>,
  })
  return [
    { report: timeOf('report'), receipt: timeOf('receipt') },
    { today: value('today'), soon: value('soon') },
  ]
}
