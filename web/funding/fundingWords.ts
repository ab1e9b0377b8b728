import type { FundingTotals, PublicationState } from '#contract/money/funding.ts'
import { kes, money } from '../ui/amounts.ts'
import { capital, listOf, plural, verb } from '../ui/plural.ts'

export type Time = { year: string; term: string | undefined }

/** `2027` or `Term 1, 2027` */
export const timeWords = ({ year, term }: Time) => (term ? `${term}, ${year}` : year)

type Summed = Pick<FundingTotals, 'to_find' | 'not_covered' | 'of' | 'no_plan'>
type Lacking = { counts: { no_class: number } }

/** What is still to find, in one sentence. */
export function fundingSentence({ to_find, not_covered, of, no_plan }: Summed, time: Time): string {
  const when = timeWords(time)
  if (of === 0) return `No students in ${when}`
  if (to_find > 0) {
    const what = time.term ? `short in ${when}` : `still to find for ${when}`
    return `${kes(to_find)} ${what}, for ${not_covered} of ${plural(of, 'student')}`
  }
  if (no_plan === of) return `What is still to find for ${when} is not known yet`
  return `Nothing still to find for ${when}`
}

/** What the sentence leaves open. */
export function fundingNote({ to_find, of, no_plan, counts: { no_class } }: Summed & Lacking): string {
  if (of === 0) return ''
  if (no_plan > 0) {
    const without = `${plural(no_plan, 'student')} ${verb(no_plan, 'has')} no plan yet`
    return [
      to_find > 0 ? `${without}, so the real figure may be higher.` : `${without}.`,
      no_class === no_plan && 'Their class is not known.',
      no_class < no_plan && no_class > 0 && `The class of ${no_class} of them is not known.`,
    ]
      .filter(Boolean)
      .join(' ')
  }
  return to_find > 0 ? '' : 'Promises cover the plans of all students.'
}

/** The badges of a student or class without fees, and of plans that promises cover. */
export const noPlan = { word: 'No plan', tone: 'grey', shape: 'dashedRing' } as const
export const covered = { word: 'Covered', tone: 'green', shape: 'circledTick' } as const

/** The sums that need a plan or an amount to the school; null, not 0, if all students lack it. */
export function knownSums({
  planned,
  to_find,
  owed,
  of,
  no_plan,
  owed_unknown,
}: Pick<FundingTotals, 'planned' | 'to_find' | 'owed' | 'of' | 'no_plan' | 'owed_unknown'>) {
  const unless = (lacking: number, amount: number) => (of > 0 && lacking === of ? null : amount)
  return {
    planned: unless(no_plan, planned),
    to_find: unless(no_plan, to_find),
    owed: unless(owed_unknown, owed),
  }
}

/** What of the promises covers nothing: `61,200.00 of it above plan, 72,000.00 without a plan` */
export function surplusWords({
  surplus,
  promised_without_plan,
}: Pick<FundingTotals, 'surplus' | 'promised_without_plan'>): string {
  const above = surplus > 0 && `${money(surplus)} of it above plan`
  const without = promised_without_plan > 0 && `${money(promised_without_plan)} without a plan`
  return [above, without].filter(Boolean).join(', ')
}

/** `Thomas Byrne and 1 more` */
export const promisedBy = ([first = '', ...others]: string[]) =>
  others.length > 0 ? `${first} and ${others.length} more` : first

/** The part of the plans that promises cover, in whole per cent; 100 only if nothing is to find. */
export function coveredPercent({ planned, to_find }: Pick<FundingTotals, 'planned' | 'to_find'>) {
  if (planned === 0) return undefined
  return Math.floor((100 * (planned - to_find)) / planned)
}

/** `9 students wait for a supporter, the longest for 412 days` */
export function waitingSentence(count: number, longest: number): string {
  if (count === 0) return 'No student waits for a supporter'
  const who = `${plural(count, 'student')} ${verb(count, 'waits')} for a supporter`
  return count === 1
    ? `${who}, for ${plural(longest, 'day')}`
    : `${who}, the longest for ${plural(longest, 'day')}`
}

/** Why children are on no list that leaves Elimu; empty if all may be. */
export function leftOutWords({
  no,
  ended,
  not_recorded,
  restricted,
}: Record<Exclude<PublicationState, 'yes'>, number>): string {
  const reasons = [
    not_recorded > 0 && `${not_recorded} ${not_recorded === 1 ? 'family has' : 'families have'} not answered`,
    no > 0 && `${no} said No`,
    ended > 0 && `${plural(ended, 'consent')} ${verb(ended, 'has')} ended`,
    restricted > 0 && `the use of ${plural(restricted, 'record')} is restricted`,
  ]
  return capital(listOf(reasons.filter((reason) => reason !== false)))
}
