import { expect, test } from 'vitest'
import { listPeriods } from './periods.ts'
import { effectsOf } from './promiseEffects.ts'

const periods = listPeriods(
  [
    { id: 27, year_name: '2027' },
    { id: 26, year_name: '2026' },
  ],
  [1, 2, 3].map((id) => ({ id, term_name: `Term ${id}` })),
)

type Sums = [planned: number | null, promised: number]

const figuresOf = ([planned, promised]: Sums) => ({
  planned,
  promised,
  to_find: planned === null ? null : Math.max(0, planned - promised),
  paid: 0,
  owed: 0,
  spent: 0,
})
const term = { plan: null, own: null, to_school: null, direct: 0, has_opened: true }

/** The figures of 2027. */
const fundingOf = (year: Sums, ...terms: Sums[]) => ({
  year_id: 27,
  year_figures: figuresOf(year),
  term_figures: terms.map((sums, index) => Object.assign({ term_id: index + 1 }, figuresOf(sums), term)),
})

const promise = { amount: 10_000, from_year_id: 26, from_term_id: 2, until_year_id: 27, until_term_id: 1 }

test('a promise changes what is to find in the terms that it covers', () => {
  const funding = fundingOf([35_500.5, 1_700], [19_500.5, 1_700], [16_000, 0], [null, 0])
  const added = [{ amount: 17_800.5, from_year_id: 26, from_term_id: 3, until_year_id: 27, until_term_id: 2 }]
  const { terms, year } = effectsOf(funding, periods, { added, removed: [] })
  expect(terms).toEqual([
    { term_id: 1, now: 17_800.5, after: 0, above: 0, isCovered: true },
    { term_id: 2, now: 16_000, after: 0, above: 1_800.5, isCovered: true },
    { term_id: 3, now: null, after: null, above: 0, isCovered: false },
  ])
  expect(year).toEqual({ now: 33_800.5, after: 0, above: 1_800.5 })
})

test('a changed promise counts in place of what it was', () => {
  const funding = fundingOf([30_000, 20_000], [20_000, 20_000], [10_000, 0])
  const { terms } = effectsOf(funding, periods, {
    added: [promise],
    removed: [{ ...promise, amount: 15_000 }],
  })
  expect(terms.map(({ now, after }) => [now, after])).toEqual([
    [0, 5_000],
    [10_000, 10_000],
  ])
})

test('promises that end earlier leave more to find', () => {
  const funding = fundingOf([30_000, 25_000], [10_000, 10_000], [10_000, 10_000], [10_000, 5_000])
  const bursary = { ...promise, amount: 5_000, until_year_id: null, until_term_id: null }
  const removed = [{ ...promise, amount: 5_000, until_term_id: 2 }, bursary]
  const added = removed.map((each) => Object.assign({}, each, { until_year_id: 27, until_term_id: 1 }))
  expect(effectsOf(funding, periods, { added, removed }).year).toEqual({
    now: 5_000,
    after: 20_000,
    above: 0,
  })
})
