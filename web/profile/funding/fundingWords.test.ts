import { expect, test } from 'vitest'
import type { Commitment } from '#contract/money/commitments.ts'
import type { StudentFunding } from '#contract/money/funding.ts'
import { listPeriods } from '../../students/promises/periods.ts'
import { fundingSentence, isPast, owedSentence, promiseTotal } from './fundingWords.ts'

const periods = listPeriods(
  [
    { id: 27, year_name: '2027' },
    { id: 26, year_name: '2026' },
  ],
  [1, 2, 3].map((id) => ({ id, term_name: `Term ${id}` })),
)

type Figures = [planned: number | null, promised: number, toSchool?: number | null, owed?: number]

/** The figures of 2027, whose Term 3 has not opened. */
function fundingOf(...terms: Figures[]): StudentFunding {
  const figuresOf = ([planned, promised, , owed = 0]: Figures) => ({
    planned,
    promised,
    to_find: planned === null ? null : Math.max(0, planned - promised),
    paid: 0,
    owed,
    spent: 0,
  })
  const sum = (index: 0 | 1 | 3) => terms.reduce((total, figures) => total + (figures[index] ?? 0), 0)
  const isKnown = terms.some(([planned]) => planned !== null)
  return {
    year_id: 27,
    year: '2027',
    term_id: null,
    terms: terms.map((_, index) => ({ id: index + 1, term_name: `Term ${index + 1}` })),
    class_id: 1,
    class: 'Grade 12',
    is_class_set: false,
    school_id: 1,
    school: 'Kyangala Senior School',
    year_figures: figuresOf([isKnown ? sum(0) : null, sum(1), null, sum(3)]),
    term_figures: terms.map((figures, index) =>
      Object.assign(figuresOf(figures), {
        term_id: index + 1,
        plan: null,
        own: null,
        to_school: figures[2] ?? null,
        direct: 0,
        has_opened: index < 2,
      }),
    ),
    commitments: [],
  }
}

const promise: Commitment = {
  id: 1,
  student_id: 1,
  supporter_id: 5,
  supporter: 'Thomas Byrne',
  source: null,
  amount: 10_000,
  pays_school: false,
  from_year_id: 26,
  from_term_id: 2,
  until_year_id: 27,
  until_term_id: 1,
  note: null,
  end_reason: null,
  received: [],
  version: 1,
}

const plainly = (words: { lead: string; rest: string }) =>
  `${words.lead} ${words.rest}`.replaceAll('\u00a0', ' ')

test.each([
  [
    'what each term lacks',
    fundingOf([19_500, 16_000], [11_700, 10_000], [7_800, 7_800]),
    'KES 5,200.00 still to find in 2027: 3,500.00 in Term 1 and 1,700.00 in Term 2.',
  ],
  [
    'a surplus that lowers the year',
    fundingOf([19_500, 16_000], [7_800, 10_000]),
    'KES 1,300.00 still to find in 2027: 3,500.00 in Term 1; 2,200.00 in Term 2 is promised above the plan.',
  ],
  [
    'a year that is covered as a whole only',
    fundingOf([10_000, 8_000], [10_000, 12_000]),
    '2027 is covered, but 2,000.00 in Term 1 is still to find; 2,000.00 in Term 2 is promised above the plan.',
  ],
  ['a covered year', fundingOf([10_000, 10_000.5]), '2027 is covered. KES 10,000.50 is promised.'],
  [
    'a year without a plan',
    fundingOf([null, 0], [null, 0]),
    'What to find is not known for 2027. Kyangala Senior School has no fees for Grade 12 yet. Nothing is promised.',
  ],
  [
    'a year without a class',
    { ...fundingOf([null, 500]), class: null },
    'What to find is not known for 2027. Their class in 2027 is not known. KES 500.00 is promised.',
  ],
  ['a student who left', fundingOf([0, 0], [0, 0]), 'Nothing is planned for 2027. Nothing is promised.'],
])('the sentence names %s', (_what, funding, words) => {
  expect(plainly(fundingSentence(funding))).toBe(words)
})

test('what the school is owed is named once it is known', () => {
  const owed = (...terms: Figures[]) => {
    const sentence = owedSentence(fundingOf(...terms))
    return sentence && plainly(sentence)
  }
  expect(owed([1_000, 0, 800, 800])).toBe('KES 800.00 is owed to the school.')
  expect(owed([1_000, 0, 800, 0])).toBe('Nothing is owed to the school.')
  expect(owed([1_000, 0], [1_000, 0], [1_000, 0, 800])).toBeUndefined()
})

test('only a promise that ended before the year is past', () => {
  const ends = [
    [26, 3],
    [27, 1],
    [null, null],
  ] as const
  expect(
    ends.map(([until_year_id, until_term_id]) =>
      isPast({ ...promise, until_year_id, until_term_id }, periods, 27),
    ),
  ).toEqual([true, false, false])
})

test('what a promise adds up to is named once it ends', () => {
  const change = { amount: 3_500.5, from_year_id: 26, from_term_id: 3, until_year_id: 27, until_term_id: 2 }
  expect(promiseTotal(change, periods)?.replaceAll('\u00a0', ' ')).toBe('KES 10,501.50 in all for 3 terms')
  expect(promiseTotal({ ...change, until_year_id: null, until_term_id: null }, periods)).toBeUndefined()
})
