import type { Consented, Purpose, PurposeState } from '#contract/privacy/consentStates.ts'
import { purposes, sharedPurposes } from '#contract/privacy/consentStates.ts'
import type { Consent, ConsentGate, ConsentRow, StudentConsents } from '#contract/privacy/consents.ts'
import {
  firstName,
  giverWords,
  howWords,
  purposeWords,
  stateWords,
  studentConsents,
  supporterSees,
  wordsOf,
} from '#contract/privacy/consentWords.ts'
import { formatDay } from '../../ui/formatDate.ts'
import { listOf } from '../../ui/plural.ts'
import type { StatusLook } from '../../ui/StatusBadge.tsx'

/** How the state of a purpose is shown. */
export const purposeBadges: Record<PurposeState['state'], StatusLook> = {
  given: { word: stateWords.given, tone: 'green', shape: 'circledTick' },
  refused: { word: stateWords.refused, tone: 'red', shape: 'square' },
  withdrawn: { word: stateWords.withdrawn, tone: 'red', shape: 'triangle' },
  ended: { word: stateWords.ended, tone: 'grey', shape: 'square' },
  not_recorded: { word: stateWords.not_recorded, tone: 'amber', shape: 'dashedRing' },
}

/** How the state of a student is shown. */
export const studentBadges: Record<ConsentRow['state'] | 'ends_soon', StatusLook> = {
  full: { word: studentConsents.full, tone: 'green', shape: 'circledTick' },
  some_refused: { word: studentConsents.some_refused, tone: 'red', shape: 'square' },
  ended: { word: studentConsents.ended, tone: 'grey', shape: 'square' },
  not_recorded: { word: studentConsents.not_recorded, tone: 'amber', shape: 'dashedRing' },
  ends_soon: { word: 'Ends soon', tone: 'amber', shape: 'diamond' },
}

/** `until 7 May 2030`, `since 3 Nov 2026`, `–` */
export function whenOf({ state, since, until }: PurposeState): string {
  if (state === 'not_recorded') return '–'
  if (until !== null && (state === 'given' || state === 'ended')) return `until ${formatDay(until)}`
  return since === null ? '–' : `since ${formatDay(since)}`
}

/** `Signed form, 14 Jan 2026` */
export const documentOf = ({ how, given_on }: Pick<Consent, 'how' | 'given_on'>) =>
  `${howWords[how]}, ${formatDay(given_on)}`

/** The consents that no purpose depends on now, void ones included. */
export function earlierOf({ states, consents }: StudentConsents): Consent[] {
  const ids = new Set(states.flatMap(({ by }) => by.map(({ consent_id }) => consent_id)))
  return consents.filter(({ id }) => !ids.has(id))
}

/** `Pictures and Videos` */
export const titlesOf = (of: readonly Purpose[]) => listOf(of.map((purpose) => purposeWords[purpose].title))

/** What the child said in a consent, among these purposes: `Faith answered too: Yes to all.` */
export function childWords(
  child: string,
  { answers, child_answers }: Consented,
  about: readonly Purpose[],
): string {
  if (!child_answers) return ''
  const said = (answer: 'yes' | 'no') => about.filter((purpose) => child_answers[purpose] === answer)
  const name = firstName(child)
  const nos = said('no')
  const yeses = said('yes')
  if (nos.length + yeses.length === 0) return ''
  if (nos.length === 0) {
    const isAll = yeses.length === purposes.length && purposes.every((purpose) => answers[purpose])
    return `${name} answered too: Yes to ${isAll ? 'all' : titlesOf(yeses)}.`
  }
  const differs = nos.some((purpose) => answers[purpose] !== 'no')
  return `${titlesOf(nos)}: ${name} said No.${differs ? ' The No counts.' : ''}`
}

/** What the supporter of a student sees, in one or two sentences. */
export function seenSentence(
  { states, shared, has_supporter }: StudentConsents,
  supporter: string | null,
  gate: ConsentGate | undefined,
): string {
  if (!has_supporter) return 'There is no supporter yet.'
  const who = supporter ?? 'The supporter'
  const lacking = sharedPurposes.filter((purpose) =>
    states.some((each) => each.purpose === purpose && each.state === 'not_recorded'),
  )
  const hidden = lacking.filter((purpose) => shared.includes(purpose))
  const isAll = hidden.length === sharedPurposes.length
  const sees = isAll ? `${who} still sees everything.` : supporterSees(who, shared)
  if (hidden.length === 0 || gate?.from == null || gate.is_held) return sees
  const from = formatDay(gate.from)
  return isAll
    ? `${sees} From ${from} it is hidden until consent is recorded.`
    : `${sees} From ${from} ${wordsOf(hidden)} are hidden until consent is recorded.`
}

/** `Jane Awuor, guardian` */
export const giverOf = ({ name, given_by }: Pick<Consent, 'name' | 'given_by'>) =>
  given_by === 'student' ? name : `${name}, ${giverWords[given_by].toLowerCase()}`
