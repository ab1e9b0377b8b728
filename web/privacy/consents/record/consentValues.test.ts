import { expect, test } from 'vitest'
import { fieldErrors } from '#contract/base/call.ts'
import { NOT_KNOWN } from '#contract/base/unknown.ts'
import { purposes } from '#contract/privacy/consentStates.ts'
import type { Consent } from '#contract/privacy/consents.ts'
import { consentMessages } from '#contract/privacy/consentWords.ts'
import {
  asksChild,
  consentSchema,
  type ConsentValues,
  emptyConsent,
  mayGive,
  objection,
  outcomeOf,
  renamed,
  skippedAnswers,
  yesToAll,
} from './consentValues.ts'
import { signedForm } from '../signedForm.ts'

const TODAY = '2026-11-24'
const achieng = {
  name: 'Achieng Ouma',
  dob: '2012-05-08',
  mother: 'Beatrice Ouma',
  father: null,
  guardian: null,
}
const file = new File(['%PDF'], 'EL-0377.pdf', { type: 'application/pdf' })
const yes = Object.fromEntries(purposes.map((purpose) => [purpose, 'yes'] as const))
const filled: ConsentValues = {
  ...emptyConsent(achieng, TODAY, file, '2026-01'),
  given_by: 'mother',
  name: 'Beatrice Ouma',
  answers: yes,
}
const errorsOf = (values: ConsentValues) => {
  const { error } = consentSchema({ dob: achieng.dob, today: TODAY }).safeParse(values)
  return error ? fieldErrors(error) : {}
}
const saved = (values: ConsentValues) => consentSchema({ dob: achieng.dob, today: TODAY }).parse(values)

test('a new form is a signed one without an answer, and ends before the 18th birthday', () => {
  const form = emptyConsent(achieng, TODAY, null, undefined)
  expect(form).toMatchObject({
    given_by: '',
    how: 'signed',
    answers: {},
    child_answers: {},
    until: '2030-05-07',
  })
  expect(Object.keys(errorsOf(form)).toSorted()).toEqual(['form', 'given_by', 'name'])
})

test('from 18 on the student gives it themselves', () => {
  expect(emptyConsent({ ...achieng, dob: '2008-11-24' }, TODAY, null, undefined)).toMatchObject({
    given_by: 'student',
    name: 'Achieng Ouma',
    until: '',
  })
})

test('without a date of birth anybody may give it, and the child is asked', () => {
  expect(emptyConsent({ ...achieng, dob: null }, TODAY, null, undefined)).toMatchObject({
    given_by: '',
    until: '',
  })
  expect(mayGive('student', TODAY, null)).toBe(true)
  expect(mayGive('student', TODAY, achieng.dob)).toBe(false)
  expect(asksChild(filled, null)).toBe(true)
})

test('the newest notice is filled in, and the witness must be another person', () => {
  expect(filled.notice_version).toBe('2026-01')
  expect(emptyConsent(achieng, TODAY, null, undefined).notice_version).toBe('')
  expect(errorsOf({ ...filled, how: 'thumbprint', witness: 'Ouma Beatrice' })).toEqual({
    witness: [consentMessages.witnessIsGiver],
  })
})

test('Yes to all is a Yes to each of the seven purposes', () => {
  expect(Object.entries(yesToAll())).toEqual(purposes.map((purpose) => [purpose, 'yes']))
})

test('the form may be missing only if the consent was spoken', () => {
  expect(errorsOf({ ...filled, form: null })).toEqual({ form: [consentMessages.formRequired] })
  expect(errorsOf({ ...filled, form: null, how: 'spoken', witness: 'Brian Ochieng' })).toEqual({})
  expect(errorsOf({ ...filled, how: 'thumbprint' })).toEqual({ witness: [consentMessages.witnessRequired] })
})

test('what a child was not asked is saved as such, and nothing of a child who is too young', () => {
  expect(saved({ ...filled, child_answers: { videos: 'no' } }).child_answers).toMatchObject({
    pictures: 'not_asked',
    videos: 'no',
  })
  expect(saved(filled).child_answers).toEqual({})
  const young = { ...filled, given_on: '2024-01-10', child_answers: { videos: 'no' as const } }
  expect(saved(young).child_answers).toEqual({})
})

test('another giver brings their name, unless a name was typed', () => {
  const nameless = { ...filled, given_by: '' as const, name: '' }
  expect(renamed(nameless, 'mother', achieng)).toBe('Beatrice Ouma')
  expect(renamed(nameless, 'guardian', achieng)).toBe('')
  expect(renamed(filled, 'guardian', achieng)).toBe('')
  expect(renamed({ ...filled, name: 'Jane Awuor' }, 'guardian', achieng)).toBe('Jane Awuor')
})

test('a first consent with a skipped answer is asked about', () => {
  const { videos: _videos, ...others } = filled.answers
  const skips = (values: ConsentValues, isAgain = false) => skippedAnswers(saved(values), isAgain)
  expect(skips(filled)).toEqual([])
  expect(skips({ ...filled, answers: others })).toEqual([
    'No answer of Beatrice for: Videos. Save anyway if the form has none.',
  ])
  const childOnly = { ...filled, child_answers: { ...others, abroad: undefined } }
  expect(skips(childOnly)).toEqual([
    'No answer of the child for: Videos, Abroad. Save anyway if the form has none.',
  ])
  expect(skips({ ...filled, answers: { videos: 'no' } }, true)).toEqual([])
})

test('a giver who is not known has no name to fill in', () => {
  const nameless = { ...filled, given_by: '' as const, name: '' }
  expect(renamed(nameless, 'father', { ...achieng, father: NOT_KNOWN })).toBe('')
})

test('a No of the child, or an earlier No of somebody else, counts', () => {
  const facts = { dob: achieng.dob, today: TODAY, gate: { from: null, added_from: null } }
  const childSaysNo = { ...filled, child_answers: { videos: 'no' as const } }
  const outcome = outcomeOf(childSaysNo, { consents: [], is_abroad: false }, facts)
  expect(outcome.shared).toEqual(['profile', 'progress', 'pictures'])
  expect(objection('videos', childSaysNo, outcome)).toBe(
    'They disagree. The No counts: videos are not shared.',
  )
  expect(objection('pictures', childSaysNo, outcome)).toBeUndefined()

  const father: Consent = {
    ...signedForm,
    id: 7,
    given_by: 'father',
    name: 'Peter Ouma',
    answers: { pictures: 'no' },
    recorded_at: '2026-01-14T08:00:00.000Z',
  }
  const before = outcomeOf(filled, { consents: [father], is_abroad: false }, facts)
  expect(before.shared).toEqual(['profile', 'progress', 'videos'])
  expect(objection('pictures', filled, before)).toBe(
    'Peter Ouma, father said No before. That No counts: pictures are not shared.',
  )
  const voided = { ...father, void: { reason: 'Another child', by: 'Amina Mwangi', at: '2026-02-01' } }
  expect(outcomeOf(filled, { consents: [voided], is_abroad: false }, facts).shared).toEqual([
    'profile',
    'progress',
    'pictures',
    'videos',
  ])
})
