import {
  adultOn,
  ASKED_AGE,
  lastDayOfChild,
  type Purpose,
  purposes,
  type PurposeState,
} from '#contract/privacy/consentStates.ts'
import {
  type Consent,
  type ConsentGate,
  type ConsentSummary,
  type StudentConsents,
} from '#contract/privacy/consents.ts'
import { firstName, howWords, stateWords } from '#contract/privacy/consentWords.ts'
import { daysBetween } from '#contract/base/days.ts'
import type { Student } from '#contract/students/students.ts'
import { giverOf, seenSentence, titlesOf, whenOf } from '../../privacy/consents/consentBadges.ts'
import { formatDay } from '../../ui/formatDate.ts'
import { plural } from '../../ui/plural.ts'

/** Whether every purpose but publication is given, and none ends soon. */
export const isWhole = ({ state, ends_soon }: ConsentSummary) => state === 'full' && !ends_soon

/** `All given until 18 Jun 2027, publication refused` */
export function lineOf({ until, publication }: ConsentSummary): string {
  const given = until === null ? 'All given' : `All given until ${formatDay(until)}`
  return publication === 'given' ? given : `${given}, publication ${stateWords[publication].toLowerCase()}`
}

type Opened = {
  student: Pick<Student, 'name' | 'supporter' | 'dob'>
  consent: ConsentSummary
  data: StudentConsents
  gate: ConsentGate | undefined
  today: string
}

/** What is wrong, and what the supporter therefore sees. */
export function openSentence({ student, consent, data, gate, today }: Opened): string {
  const { until } = consent
  const ends = consent.ends_soon && until !== null ? endSentence(student, until, today) : ''
  if (consent.state === 'full') return `All given, but it ${ends}`
  const sees = seenSentence(data, student.supporter, gate)
  if (data.states.every((each) => each.state === 'not_recorded')) return `Not recorded. ${sees}`
  return ends ? `${sees} What is given ${ends}` : sees
}

/** `ends in 41 days, on 8 Jan 2027. From then on only Otieno can give it.` */
function endSentence({ name, dob }: Opened['student'], until: string, today: string): string {
  const days = daysBetween(today, until)
  const when = days === 0 ? 'today' : `in ${plural(days, 'day')}`
  const isBirthday = dob !== null && until === lastDayOfChild(dob)
  return `ends ${when}, on ${formatDay(until)}.${isBirthday ? ` From then on only ${firstName(name)} can give it.` : ''}`
}

/** Purposes of the same state since the same day, by the same answers. */
export type Alike = [PurposeState, ...PurposeState[]]

/** The purposes that are not given, or end before others that are given. The end of all is in the sentence. */
export function differingOf(consents: StudentConsents, child: string): Alike[] {
  const given = consents.states.filter(({ state }) => state === 'given')
  const last = given
    .map(({ until }) => until ?? NO_END)
    .toSorted()
    .at(-1)
  const differing = consents.states.filter(
    (state) => !given.includes(state) || (state.until ?? NO_END) !== last,
  )
  const wordsOf = (state: PurposeState) =>
    [state.state, whenOf(state), answeredBy(state, consents, child)].join()
  return [...Map.groupBy(differing, wordsOf).values()] as Alike[]
}

/** Later than any day. */
const NO_END = '9999'

/** `Beatrice Ouma, mother, spoken`, or `Achieng said No; the No counts` */
export function answeredBy(
  { by, purpose }: PurposeState,
  { consents }: StudentConsents,
  child: string,
): string {
  const said = by.flatMap(({ consent_id, who }) => {
    const consent = consents.find(({ id }) => id === consent_id)
    if (!consent) return []
    if (who !== 'child') return `${giverOf(consent)}, ${howWords[consent.how].toLowerCase()}`
    if (consent.child_answers?.[purpose] !== 'no') return []
    return `${firstName(child)} said No${consent.answers[purpose] === 'no' ? '' : '; the No counts'}`
  })
  return said.join('; ')
}

/** `Yes to all.` or `Yes to Record and Progress. No to Pictures.` */
export function answersOf({ answers }: Pick<Consent, 'answers'>): string {
  const to = (answer: 'yes' | 'no') => purposes.filter((purpose) => answers[purpose] === answer)
  const words = (word: string, of: Purpose[]) =>
    of.length === 0 ? [] : `${word} to ${of.length === purposes.length ? 'all' : titlesOf(of)}.`
  return [words('Yes', to('yes')), words('No', to('no'))].flat().join(' ')
}

/** What ends a consent that somebody else has given. */
export function endNote({ name, dob, gender }: Student, consent: Consent): string {
  const isYes = Object.values(consent.answers).includes('yes')
  if (!isYes || dob === null || consent.until !== lastDayOfChild(dob)) return ''
  return `Ends the day before ${gender === 1 ? 'his' : 'her'} 18th birthday. From then on, only ${firstName(name)} can give it.`
}

/** Who can give the consent of a student. */
export function askWhom({ name, age, dob, gender }: Student, today: string): string {
  const first = firstName(name)
  if (age === null || dob === null) return `Ask a parent or the guardian, and from 18 on only ${first}.`
  if (today >= adultOn(dob)) return `${first} is ${age}. Only ${first} can give it.`
  const them = gender === 1 ? 'him' : 'her'
  return `${first} is ${age}. Ask a parent or the guardian${age < ASKED_AGE ? '' : `, and ask ${them} too`}.`
}
