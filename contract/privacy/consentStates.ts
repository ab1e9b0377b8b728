import { z } from 'zod'
import { birthday, daysFrom } from '../base/days.ts'
import { fold } from '../base/lists.ts'

/** What a family is asked, in the order of the form. */
export const purposes = [
  'register',
  'profile',
  'progress',
  'pictures',
  'videos',
  'abroad',
  'publication',
] as const
export type Purpose = (typeof purposes)[number]

/**
 * What may reach the supporter. A No to `register` hides the whole student, as does a No to `abroad` from a supporter who
 * does not live in Kenya.
 */
export const sharedPurposes = ['profile', 'progress', 'pictures', 'videos'] as const
export type SharedPurpose = (typeof sharedPurposes)[number]
/** In answers to supporters: the purposes that are not shared with them now. Empty for staff. */
export const notShared = z.array(z.enum(sharedPurposes))

/** The purposes that count for the state of a student. Publication does not: it is recorded, and counted separately. */
export const countedPurposes = ['register', ...sharedPurposes, 'abroad'] as const

export const givers = ['mother', 'father', 'guardian', 'student'] as const
export type Giver = (typeof givers)[number]

export type ConsentAnswer = 'yes' | 'no'
export type ChildAnswer = ConsentAnswer | 'not_asked'

export const purposeStates = ['given', 'refused', 'withdrawn', 'ended', 'not_recorded'] as const

/** From 18 on only the student gives consent. From 12 on the student is asked too, beside the adult. */
export const ADULT_AGE = 18
export const ASKED_AGE = 12

/** The first day on which only the student can give consent. */
export const adultOn = (dob: string) => birthday(dob, ADULT_AGE)
/** The last day of a consent that somebody else gave. */
export const lastDayOfChild = (dob: string) => daysFrom(adultOn(dob), -1)
/**
 * The last day of a consent: the one that was written on it, but never after the day before the 18th birthday. Null for the
 * student's own consent, which has no end.
 */
export function endOf({ given_by, until }: Pick<Consented, 'given_by' | 'until'>, dob: string | null) {
  if (given_by === 'student') return null
  const last = dob === null ? null : lastDayOfChild(dob)
  return until && last ? earlier(until, last) : until || last
}
export const isAskedToo = (dob: string, on: string) => birthday(dob, ASKED_AGE) <= on && on < adultOn(dob)

/** A recorded consent, with everything that decides which of its answers count. */
export type Consented = {
  id: number
  given_by: Giver
  name: string
  given_on: string
  /** The last day on which its Yes is valid; null if it has no end. */
  until: string | null
  answers: Partial<Record<Purpose, ConsentAnswer>>
  /** The child's own answers beside those of the adult. */
  child_answers: Partial<Record<Purpose, ChildAnswer>> | null
}

export const purposeStateSchema = z.object({
  purpose: z.enum(purposes),
  state: z.enum(purposeStates),
  /** The day of the No, or of the newest Yes. */
  since: z.string().nullable(),
  /** The last day of the consent, also if it has passed; null if it has no end. */
  until: z.string().nullable(),
  /** The consents whose answers give this state, and who answered. If anybody said No, only those who did. */
  by: z.array(z.object({ consent_id: z.number().int(), who: z.enum([...givers, 'child']) })),
})
export type PurposeState = z.output<typeof purposeStateSchema>
export const purposeStatesSchema = z.array(purposeStateSchema)

/**
 * The state of each purpose on a day, from the consents that are not void. The latest answer of each person counts; of
 * several people a No counts until the person who said it changes it. From their own first consent on, the student's
 * answer alone counts.
 */
export function statesOf(consents: Consented[], today: string): PurposeState[] {
  const inOrder = consents.toSorted((a, b) => compare(a.given_on, b.given_on) || a.id - b.id)
  return purposes.map((purpose) => stateOf(purpose, inOrder, today))
}

type Said = { person: string; who: Giver | 'child'; answer: ConsentAnswer; consent: Consented }

function stateOf(purpose: Purpose, consents: Consented[], today: string): PurposeState {
  let standing: Said[] = []
  let wasGiven = false
  let isWithdrawn = false
  for (const consent of consents) {
    const said = saidIn(consent, purpose)
    if (said.length === 0) continue
    const others = standing.filter(({ person }) => said.every((own) => own.person !== person))
    const hadNo = standing.some(isNo)
    standing = consent.given_by === 'student' ? said : [...others, ...said]
    if (!standing.some(isNo)) wasGiven ||= standing.some(isConsent)
    else if (!hadNo) isWithdrawn = wasGiven
  }

  const base = { purpose, since: null, until: null, by: [] }
  const nos = standing.filter(isNo)
  if (nos.length > 0) {
    const since = nos.map(({ consent }) => consent.given_on).reduce(earlier)
    return { ...base, state: isWithdrawn ? 'withdrawn' : 'refused', since, by: nos.map(asBy) }
  }
  const given = standing.filter(isConsent).map(({ consent }) => consent)
  if (given.length === 0) return { ...base, state: 'not_recorded' }
  const since = given.map(({ given_on }) => given_on).reduce(later)
  const until = given.map((consent) => consent.until).reduce((a, b) => a && b && later(a, b))
  const isOver = until !== null && until < today
  return { ...base, state: isOver ? 'ended' : 'given', since, until, by: standing.map(asBy) }
}

function saidIn(consent: Consented, purpose: Purpose): Said[] {
  const { given_by, name, answers, child_answers } = consent
  const answer = answers[purpose]
  const own = child_answers?.[purpose]
  // Mother and father are one person each; guardians change, and their names are compared.
  const person = given_by === 'guardian' ? `guardian ${fold(name)}` : given_by
  return [
    ...(answer ? [{ person, who: given_by, answer, consent }] : []),
    ...(own === 'yes' || own === 'no'
      ? [{ person: 'student', who: 'child' as const, answer: own, consent }]
      : []),
  ]
}

const isNo = ({ answer }: Said) => answer === 'no'
/** A child cannot consent alone: their Yes counts only beside that of an adult. */
const isConsent = ({ answer, who }: Said) => answer === 'yes' && who !== 'child'
const asBy = ({ consent, who }: Said) => ({ consent_id: consent.id, who })
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const earlier = (a: string, b: string) => (a < b ? a : b)
const later = (a: string, b: string) => (a > b ? a : b)

/**
 * Purposes that later versions added. If the gate hid data already, these are hidden from a later day, so that families can be
 * asked.
 */
export const isAddedPurpose = (purpose: Purpose) => purpose === 'profile' || purpose === 'abroad'

export type GateDays = { from: string | null; added_from: string | null }
/** Whether the gate hides a purpose that is not recorded. */
export const hidesUnrecorded =
  ({ from, added_from }: GateDays, today: string) =>
  (purpose: Purpose) => {
    if (from === null) return false
    return (isAddedPurpose(purpose) && added_from !== null ? later(from, added_from) : from) <= today
  }

type Viewing = {
  hidesUnrecorded: (purpose: Purpose) => boolean
  /** Whether the supporter lives outside Kenya, or in a country that is not known. */
  isAbroad: boolean
}

/** The purposes that the supporter may see. Those that were refused, or have ended, are always hidden. */
export function sharedBy(
  states: PurposeState[],
  { hidesUnrecorded: hides, isAbroad }: Viewing,
): SharedPurpose[] {
  const shows = (purpose: Purpose, showsUnrecorded: boolean) => {
    const state = states.find((each) => each.purpose === purpose)?.state ?? 'not_recorded'
    return state === 'given' || (state === 'not_recorded' && showsUnrecorded)
  }
  if (!shows('register', true) || (isAbroad && !shows('abroad', !hides('abroad')))) return []
  return sharedPurposes.filter((purpose) => shows(purpose, !hides(purpose)))
}

/** Kenya as users write it, in lower case; `ke` is its code. */
export const KENYA = ['kenya', 'ke'] as const

/** Whether a user’s country is Kenya. One that is not known is not. */
export const livesInKenya = (country: string | null) => KENYA.some((name) => name === fold(country ?? ''))
