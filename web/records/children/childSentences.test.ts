import { expect, test } from 'vitest'
import type { Child } from '#contract/reports.ts'
import { classLine, newsOf, noticeOf, termsInWords } from './childSentences.ts'

const child: Child = {
  id: 1,
  ref: 'EL-0090',
  name: 'Chebet Kariuki',
  status: 0,
  path: null,
  school: null,
  class: 'Form 3',
  left_in: null,
  awaited: null,
  result: null,
  picture: null,
  media: 0,
  paid: null,
  not_shared: [],
}
const result: NonNullable<Child['result']> = {
  year: '2026',
  term: 'Term 2',
  curriculum: '8-4-4',
  mark: 56.9,
  grade: 'C+',
  levels: null,
  pathReport: null,
  teacher_comment: '',
  came_on: null,
  before: null,
}

test.each<[string, Partial<Child>]>([
  ['', {}],
  ['', { result }],
  ['Chebet graduated in November 2025. Congratulations to you both.', { status: 3, left_in: '2025-11' }],
  ['Chebet graduated. Congratulations to you both.', { status: 3 }],
  ...([1, 2] as const).map((status): [string, Partial<Child>] => [
    'Chebet left the programme in May 2026. Thank you for the terms you gave. What you shared stays here for you to read.',
    { status, left_in: '2026-05' },
  ]),
  [
    'Chebet left the programme. Thank you for the terms you gave. What you shared stays here for you to read.',
    { status: 1 },
  ],
  ['The Term 3 report card is not here yet.', { result, awaited: { year: '2026', term: 'Term 3' } }],
  ['The Term 1, 2027 report card is not here yet.', { result, awaited: { year: '2027', term: 'Term 1' } }],
  ['Chebet’s first report card is not here yet.', { awaited: { year: '2026', term: 'Term 3' } }],
])('says first: %s', (sentence, own) => {
  const { first = '', rest = '' } = noticeOf({ ...child, ...own }) ?? {}
  expect([first, rest].filter(Boolean).join(' ')).toBe(sentence)
})

const came: Child = { ...child, result: { ...result, came_on: '2026-08-12' } }
test.each<[string, Child[]]>([
  ['', [child]],
  ['', [{ ...child, result }]],
  ['Chebet’s Term 2 report card came on 12\u00a0Aug\u00a02026.', [came]],
  ['1 report card came in the last 14 days.', [came, child]],
  ['2 report cards came in the last 14 days.', [came, child, came]],
])('says what came: %s', (sentence, children) => {
  expect(newsOf(children)).toBe(sentence)
})

test.each<[string, Partial<Child>]>([
  ['Form 3, EL-0090', {}],
  ['EL-0090', { class: null }],
  ['Finished Form 4, EL-0090', { status: 3, class: 'Form 4' }],
  ['Last in Form 3, EL-0090', { status: 2 }],
])('says the class: %s', (line, own) => {
  expect(classLine({ ...child, ...own })).toBe(line)
})

test.each([
  [['Term 1'], 'Term 1'],
  [['Term 1', 'Term 2'], 'Terms 1 and 2'],
  [['Term 1', 'Term 2', 'Term 3'], 'Terms 1 to 3'],
  [['Term 1', 'Term 3', 'Term 4'], 'Terms 1, 3 and 4'],
  [['Term 1', 'Holiday'], 'Term 1 and Holiday'],
])('names the terms %j', (terms, words) => {
  expect(termsInWords(terms)).toBe(words)
})
