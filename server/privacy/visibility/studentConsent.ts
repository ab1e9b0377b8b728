import { type RawBuilder, sql } from 'kysely'
import { countedPurposes } from '#contract/privacy/consentStates.ts'
import { type ConsentRow, ENDS_SOON_DAYS } from '#contract/privacy/consents.ts'
import type { StudentConsent } from '#contract/privacy/consentWords.ts'
import { daysFrom, yearsBefore } from '#contract/base/days.ts'
import { NO, NO_END } from './sharedWithSupporter.ts'

/** The state of a student's consent, in queries that join `consent_states` as `state`. */

export type Day = string | RawBuilder<string>

const counted = countedPurposes.map((purpose) => sql.ref(`state.${purpose}`))
const anyOf = (isSo: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql<boolean>`(${sql.join(counted.map(isSo), sql` or `)})`

const anyNo = anyOf((until) => sql`${until} = ${sql.lit(NO)}`)

/** The first that applies. */
export const consentStateIn = (today: Day) => sql<StudentConsent>`case
  when ${anyOf((until) => sql`${until} is null`)} then 'not_recorded'
  when state.ends_on < ${today} then 'ended'
  when ${anyNo} then 'some_refused'
  else 'full' end`

/** Whether a purpose is refused, and nobody has answered again since that day. */
export const isRefusedSince = (today: Day, since: Day) =>
  // The first condition is the cheapest, and few rows meet it.
  sql<boolean>`(${anyNo} and ${consentStateIn(today)} = 'some_refused' and not exists (select 1 from consents
    where consents.student_id = state.student_id and void_at is null and given_on > ${since}))`

export const yearBefore = (today: string) => yearsBefore(today, 1)

/** 1 if a consent ends within the next weeks. */
export const endsSoonIn = (today: Day, soon: Day) =>
  sql<number>`case when state.ends_on between ${today} and ${soon} then 1 else 0 end`

/** Not recorded, ended, or ending soon. */
export const needsActionIn = (today: Day, soon: Day) =>
  sql<boolean>`(${consentStateIn(today)} in ('not_recorded', 'ended') or ${endsSoonIn(today, soon)} = 1)`

export const soonAfter = (today: string) => daysFrom(today, ENDS_SOON_DAYS)

/** The first day on which a counted consent ends; null if none has an end. */
export const consentUntil = sql<string | null>`nullif(state.ends_on, ${sql.lit(NO_END)})`

/** What of a student may be used outside Elimu. */
export const publicationIn = (today: Day) => sql<ConsentRow['publication']>`case
  when state.publication is null then 'not_recorded'
  when state.publication = ${sql.lit(NO)} then 'refused'
  when state.publication < ${today} then 'ended'
  else 'given' end`

export const consentColumns = (today: string) => [
  consentStateIn(today).as('consent_state'),
  endsSoonIn(today, soonAfter(today)).as('ends_soon'),
  consentUntil.as('consent_until'),
]
