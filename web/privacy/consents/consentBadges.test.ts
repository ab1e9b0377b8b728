import { expect, test } from 'vitest'
import { type Consented, purposes, statesOf } from '#contract/privacy/consentStates.ts'
import type { Consent, ConsentGate, StudentConsents } from '#contract/privacy/consents.ts'
import { childWords, earlierOf, seenSentence, whenOf } from './consentBadges.ts'
import { signedForm as form } from './signedForm.ts'

const TODAY = '2026-11-24'
const all = Object.fromEntries(purposes.map((purpose) => [purpose, 'yes'] as const))

const withdrawal: Consent = {
  ...form,
  id: 2,
  how: 'spoken',
  given_on: '2026-11-03',
  answers: { pictures: 'no' },
}

const consentsOf = (consents: Consent[], own: Partial<StudentConsents> = {}): StudentConsents => ({
  states: statesOf(consents, TODAY),
  consents: consents.toReversed(),
  shared: ['profile', 'progress', 'pictures', 'videos'],
  has_supporter: true,
  is_abroad: false,
  erasure_on: null,
  deletions: [],
  ...own,
})

const gateFrom = (from: string | null, is_held = false): ConsentGate => ({
  mode: from ? 'hold' : 'count',
  from,
  contact: null,
  added_from: null,
  is_held,
  earliest: '2026-12-24',
  affected: { students: 0, supporters: 0 },
})

test('a form is earlier once nothing depends on it', () => {
  const newer = { ...form, id: 3, given_on: '2026-11-20' }
  expect(earlierOf(consentsOf([form, newer])).map(({ id }) => id)).toEqual([1])
  expect(earlierOf(consentsOf([form, withdrawal]))).toEqual([])
})

test('says until when a purpose is given, or since when not', () => {
  const { states } = consentsOf([form, withdrawal])
  expect(states.slice(2, 4).map(whenOf)).toEqual(['until 7 May 2030', 'since 3 Nov 2026'])
  expect(consentsOf([]).states.slice(0, 1).map(whenOf)).toEqual(['–'])
})

test.each<[string, Consented['child_answers'], string]>([
  ['was not asked', null, ''],
  ['said Yes to all', all, 'Achieng answered too: Yes to all.'],
  ['said Yes to some', { pictures: 'yes', videos: 'not_asked' }, 'Achieng answered too: Yes to Pictures.'],
  ['disagrees', { ...all, videos: 'no' }, 'Videos: Achieng said No. The No counts.'],
])('says what a child answered who %s', (_case, child_answers, words) => {
  expect(childWords('Achieng Ouma', { ...form, child_answers }, purposes)).toBe(words)
})

test.each<[string, StudentConsents, ConsentGate, string]>([
  [
    'of a full consent',
    consentsOf([form]),
    gateFrom('2027-02-01'),
    'Margaret Ellison sees personal facts, report cards, costs, pictures and videos.',
  ],
  [
    'after a withdrawal',
    consentsOf([form, withdrawal], { shared: ['profile', 'progress', 'videos'] }),
    gateFrom(null),
    'Margaret Ellison sees personal facts, report cards, costs and videos. Pictures are hidden.',
  ],
  [
    'before the gate hides everything',
    consentsOf([]),
    gateFrom('2027-02-01'),
    'Margaret Ellison still sees everything. From 1 Feb 2027 it is hidden until consent is recorded.',
  ],
  [
    'before the gate hides a part',
    consentsOf([{ ...form, answers: { register: 'yes', profile: 'yes', progress: 'yes' } }]),
    gateFrom('2027-02-01'),
    'Margaret Ellison sees personal facts, report cards, costs, pictures and videos. From 1 Feb 2027 pictures and videos are hidden until consent is recorded.',
  ],
  [
    'while the gate hides',
    consentsOf([], { shared: [] }),
    gateFrom('2026-11-01', true),
    'Margaret Ellison sees no personal facts, report cards, costs, pictures or videos.',
  ],
  [
    'without a supporter',
    consentsOf([], { has_supporter: false }),
    gateFrom(null),
    'There is no supporter yet.',
  ],
])('says what the supporter sees %s', (_case, consents, gate, sentence) => {
  expect(seenSentence(consents, 'Margaret Ellison', gate)).toBe(sentence)
})
