import { expect, test } from 'vitest'
import { purposes, statesOf } from '#contract/privacy/consentStates.ts'
import type { Consent, ConsentSummary, StudentConsents } from '#contract/privacy/consents.ts'
import { signedForm as form } from '../../privacy/consents/signedForm.ts'
import { answeredBy, answersOf, differingOf, isWhole, lineOf, openSentence } from './consentLines.ts'

const TODAY = '2026-11-24'
const student = { name: 'Achieng Ouma', supporter: 'Margaret Ellison', dob: '2012-05-08' }

const withdrawal: Consent = {
  ...form,
  id: 2,
  how: 'spoken',
  given_on: '2026-11-03',
  answers: { pictures: 'no' },
  child_answers: { videos: 'no' },
}
const dataOf = (...consents: Consent[]): StudentConsents => ({
  states: statesOf(consents, TODAY),
  consents,
  shared: ['profile', 'progress'],
  has_supporter: true,
  is_abroad: false,
  erasure_on: null,
  deletions: [],
})

const full: ConsentSummary = {
  state: 'full',
  ends_soon: false,
  until: '2030-05-07',
  publication: 'given',
  form: null,
}

test.each<[string, ConsentSummary]>([
  ['All given until 7 May 2030', full],
  ['All given', { ...full, until: null }],
  ['All given until 7 May 2030, publication refused', { ...full, publication: 'refused' }],
  ['All given, publication not recorded', { ...full, until: null, publication: 'not_recorded' }],
])('says in the line: %s', (line, consent) => {
  expect(isWhole(consent)).toBe(true)
  expect(lineOf(consent)).toBe(line)
})

test.each<ConsentSummary>([
  { ...full, ends_soon: true },
  { ...full, state: 'some_refused' },
  { ...full, state: 'ended' },
  { ...full, state: 'not_recorded' },
])('is no line: %j', (consent) => {
  expect(isWhole(consent)).toBe(false)
})

const sentenceOf = (consent: ConsentSummary, data: StudentConsents, dob = student.dob) =>
  openSentence({ student: { ...student, dob }, consent, data, gate: undefined, today: TODAY })

test('says what is wrong', () => {
  expect(sentenceOf({ ...full, state: 'not_recorded' }, { ...dataOf(), shared: [] })).toBe(
    'Not recorded. Margaret Ellison sees no personal facts, report cards, costs, pictures or videos.',
  )
  expect(sentenceOf({ ...full, state: 'some_refused' }, dataOf(form, withdrawal))).toBe(
    'Margaret Ellison sees personal facts, report cards and costs. Pictures and videos are hidden.',
  )
  const soon = { ...full, ends_soon: true, until: '2027-01-04' }
  expect(sentenceOf(soon, dataOf(form))).toBe('All given, but it ends in 41 days, on 4 Jan 2027.')
  expect(sentenceOf({ ...soon, state: 'some_refused' }, dataOf(form, withdrawal))).toMatch(
    /are hidden\. What is given ends in 41 days, on 4 Jan 2027\.$/,
  )
  expect(sentenceOf(soon, dataOf(form), '2009-01-05')).toBe(
    'All given, but it ends in 41 days, on 4 Jan 2027. From then on only Achieng can give it.',
  )
})

test('lists only what differs, with who answered, alike purposes together', () => {
  const linesOf = (...consents: Consent[]) => {
    const data = dataOf(...consents)
    return differingOf(data, student.name).map((alike) => [
      alike.map(({ purpose }) => purpose),
      answeredBy(alike[0], data, student.name),
    ])
  }
  expect(linesOf(form, withdrawal)).toEqual([
    [['pictures'], 'Beatrice Ouma, mother, spoken'],
    [['videos'], 'Achieng said No; the No counts'],
  ])
  expect(linesOf({ ...form, until: '2026-11-23' })).toEqual([
    [purposes, 'Beatrice Ouma, mother, signed form'],
  ])
  expect(linesOf({ ...form, until: '2027-01-04' })).toEqual([])
  const earlier = { ...withdrawal, until: '2027-01-04', child_answers: null }
  expect(linesOf(form, { ...earlier, answers: { pictures: 'yes', videos: 'yes' } })).toEqual([
    [['pictures', 'videos'], 'Beatrice Ouma, mother, spoken'],
  ])
})

test('names the answers of a document', () => {
  expect(answersOf(form)).toBe('Yes to all.')
  expect(answersOf({ answers: { register: 'yes', profile: 'yes', pictures: 'no' } })).toBe(
    'Yes to Record and Profile. No to Pictures.',
  )
})
