import { z } from 'zod'
import { NOT_KNOWN } from '#contract/base/unknown.ts'
import {
  adultOn,
  type Consented,
  type ConsentAnswer,
  endOf,
  type GateDays,
  type Giver,
  hidesUnrecorded,
  isAskedToo,
  lastDayOfChild,
  type Purpose,
  purposes,
  type PurposeState,
  sharedBy,
  type SharedPurpose,
  statesOf,
} from '#contract/privacy/consentStates.ts'
import { consentForm } from '#contract/privacy/consents.ts'
import type { StudentConsents } from '#contract/privacy/consents.ts'
import {
  type ConsentHow,
  consentMessages,
  firstName,
  purposeWords,
  wordsOf,
} from '#contract/privacy/consentWords.ts'
import type { Student } from '#contract/students/students.ts'
import { giverOf } from '../consentBadges.ts'

type Answers = Partial<Record<Purpose, ConsentAnswer>>

export type ConsentValues = {
  given_by: Giver | ''
  name: string
  how: ConsentHow
  witness: string
  notice_version: string
  explained_by: string
  place: string
  given_on: string
  until: string
  answers: Answers
  child_answers: Answers
  form: File | null
}

type Facts = Pick<Student, 'name' | 'dob' | 'mother' | 'father' | 'guardian'>

/** A student whose date of birth is not known may be of any age. */
export const mayGive = (giver: Giver, on: string, dob: string | null) =>
  dob === null || (giver === 'student') === on >= adultOn(dob)

/**
 * The form at first: signed, with the newest notice. No answer is filled in: each Yes must be somebody's own. From 18 on
 * only the student gives it.
 */
export function emptyConsent(
  { name, dob }: Facts,
  today: string,
  form: File | null,
  notice: string | undefined,
): ConsentValues {
  const isOfAge = dob !== null && today >= adultOn(dob)
  return {
    given_by: isOfAge ? 'student' : '',
    name: isOfAge ? name : '',
    how: 'signed',
    witness: '',
    notice_version: notice ?? '',
    explained_by: '',
    place: '',
    given_on: today,
    until: isOfAge || dob === null ? '' : lastDayOfChild(dob),
    answers: {},
    child_answers: {},
    form,
  }
}

/** The name of a giver, as far as the record has it. */
export function nameOf(giver: Giver, student: Facts): string {
  const name = (giver === 'student' ? student.name : student[giver]) ?? ''
  return name === NOT_KNOWN ? '' : name
}

/** The name after another giver is chosen: a typed one stays. */
export function renamed({ given_by, name }: ConsentValues, giver: Giver, student: Facts): string {
  const isTyped = name !== '' && (given_by === '' || name !== nameOf(given_by, student))
  return isTyped ? name : nameOf(giver, student)
}

export const asksChild = (
  { given_by, given_on }: Pick<ConsentValues, 'given_by' | 'given_on'>,
  dob: string | null,
) => given_by !== 'student' && (dob === null || isAskedToo(dob, given_on))

/** The answers of the child, `not_asked` where there is none; empty if the child gave no answer at all. */
function childAnswers(values: ConsentValues, dob: string | null) {
  const { answers, child_answers } = values
  if (!asksChild(values, dob) || Object.keys(child_answers).length === 0) return {}
  return {
    ...Object.fromEntries(Object.keys(answers).map((purpose) => [purpose, 'not_asked'])),
    ...child_answers,
  }
}

/** The contract's form, with the file, which only a spoken consent may lack. */
export const consentSchema = ({ dob, today }: { dob: string | null; today: string }) =>
  z.preprocess(
    (values: ConsentValues) => ({ ...values, child_answers: childAnswers(values, dob) }),
    z.intersection(
      consentForm({ dob, today }),
      z.object({ how: z.string(), form: z.file().nullable() }).superRefine(({ how, form }, context) => {
        if (form === null && how !== 'spoken')
          context.addIssue({ code: 'custom', path: ['form'], message: consentMessages.formRequired })
      }),
    ),
  )

/** A Yes to each purpose. */
export const yesToAll = (): Answers =>
  Object.fromEntries(purposes.map((purpose) => [purpose, 'yes'] as const))

/** The state of the consents after this form is saved. */
export type Outcome = { states: PurposeState[]; consents: Consented[]; shared: SharedPurpose[] }

const NEW = Number.MAX_SAFE_INTEGER

export function outcomeOf(
  values: ConsentValues,
  before: Pick<StudentConsents, 'consents' | 'is_abroad'>,
  { dob, today, gate }: { dob: string | null; today: string; gate: GateDays },
): Outcome {
  const { name, given_on, answers } = values
  const given_by = values.given_by === '' ? 'guardian' : values.given_by
  const valid: Consented[] = before.consents.filter((consent) => consent.void === null)
  const saved: Consented = {
    id: NEW,
    given_by,
    name,
    given_on,
    until: endOf({ given_by, until: values.until }, dob),
    answers,
    child_answers: childAnswers(values, dob),
  }
  const consents = [...valid, saved]
  const states = statesOf(consents, today)
  return {
    states,
    consents,
    shared: sharedBy(states, { hidesUnrecorded: hidesUnrecorded(gate, today), isAbroad: before.is_abroad }),
  }
}

/** Why a Yes in this form has no effect: another person's No counts. */
export function objection(
  purpose: Purpose,
  { answers, child_answers }: ConsentValues,
  { states, consents }: Outcome,
): string | undefined {
  const state = states.find((each) => each.purpose === purpose)
  if (!state || !['refused', 'withdrawn'].includes(state.state)) return undefined
  const effect = effects[purpose]
  if (
    answers[purpose] === 'yes' &&
    child_answers[purpose] === 'no' &&
    state.by.every(({ who }) => who === 'child')
  )
    return `They disagree. The No counts: ${effect}.`
  const other = state.by.find(({ consent_id }) => consent_id !== NEW)
  const consent = consents.find(({ id }) => id === other?.consent_id)
  if (answers[purpose] !== 'yes' || !consent || !other) return undefined
  return `${other.who === 'child' ? 'The child' : giverOf(consent)} said No before. That No counts: ${effect}.`
}

const effects: Record<Purpose, string> = {
  register: 'nothing is shared',
  profile: `${wordsOf(['profile'])} are not shared`,
  progress: `${wordsOf(['progress'])} are not shared`,
  pictures: 'pictures are not shared',
  videos: 'videos are not shared',
  abroad: 'nothing is shared with a supporter outside Kenya',
  publication: 'nothing is published',
}

/** Warnings about columns that are only partly filled in. A later consent has none: it may be about some purposes only. */
export function skippedAnswers(
  saved: z.output<ReturnType<typeof consentSchema>>,
  isAgain: boolean,
): string[] {
  if (isAgain) return []
  const columns = { [columnName(saved)]: saved.answers, 'the child': saved.child_answers }
  return Object.entries(columns).flatMap(([who, answers]) => {
    const skipped = purposes.filter((purpose) => (answers[purpose] ?? 'not_asked') === 'not_asked')
    if (skipped.length === 0 || skipped.length === purposes.length) return []
    const titles = skipped.map((purpose) => purposeWords[purpose].title).join(', ')
    return [`No answer of ${who} for: ${titles}. Save anyway if the form has none.`]
  })
}

/** Who answers, over a column: `Beatrice`, `mother`. */
export function columnName({ name, given_by }: Pick<ConsentValues, 'name' | 'given_by'>): string {
  if (name) return firstName(name)
  return given_by === '' ? 'Adult' : given_by === 'student' ? 'Student' : `The ${given_by}`
}
