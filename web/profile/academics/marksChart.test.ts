import { array, assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { curricula, type CurriculumName } from '#contract/records/curricula.ts'
import {
  axisOf,
  chartAxis,
  chartSentence,
  chartTerms,
  hasFallen,
  isOneMean,
  lineEnds,
  overallByYear,
  axisValue,
  runsOf,
  spread,
  yearsSentence,
} from './marksChart.ts'

const row = (subject_name: string, mark: number, isLower: boolean) => ({
  subject_id: 1,
  subject_name,
  cells: [undefined, { mark, grade: 'C', isLower }],
})
const cards = [
  { year: '2025', term: 'Term 2', grade: 'B', mark: 70 },
  { year: '2025', term: 'Term 3', grade: 'B+', mark: 70.8 },
]

test('the axis goes by full tens, from below the lowest mark to above the highest', () => {
  expect(axisOf([49, 84])).toEqual({ low: 40, high: 90, ticks: [40, 50, 60, 70, 80, 90] })
  expect(axisOf([70])).toEqual({ low: 70, high: 80, ticks: [70, 80] })
  expect(axisOf([100])).toEqual({ low: 90, high: 100, ticks: [90, 100] })
  expect(axisOf([0, 100])).toEqual({ low: 0, high: 100, ticks: [0, 20, 40, 60, 80, 100] })
})

test('the mean and the subjects that fell are named at the end of their lines', () => {
  expect(lineEnds(cards, [row('History and Government', 56, true), row('English', 74, false)])).toEqual([
    { name: 'Mean', mark: 70.8, isLower: false },
    { subject_id: 1, name: 'History and…', mark: 56, isLower: true },
  ])
  expect(lineEnds([], [])).toEqual([])
})

test('the chart has a text description', () => {
  const sentence = 'Mean score by term in 2025: Term 2 70.0, Term 3 70.8.'
  expect(chartSentence(cards, [row('English', 74, false)])).toBe(sentence)
  const fallen = [row('Mathematics', 56, true), row('Chemistry', 52, true), row('CRE', 50, true)]
  expect(chartSentence(cards, fallen.slice(0, 1))).toBe(`${sentence} Mathematics fell in Term 3.`)
  expect(chartSentence(cards, fallen)).toBe(`${sentence} Mathematics, Chemistry and CRE fell in Term 3.`)
})

test('a term without a report card has its place between the others, or at the end', () => {
  const [second, third] = cards
  const first = { ...cards[0], term: 'Term 1' } as (typeof cards)[number]
  const of = (its: typeof cards, missing?: string) =>
    chartTerms(its, ['Term 1', 'Term 2', 'Term 3'], missing).map(
      ({ term, card }) => `${term}${card ? '' : ' missing'}`,
    )
  expect(of([first, third as typeof first])).toEqual(['Term 1', 'Term 2 missing', 'Term 3'])
  expect(of([first, second as typeof first], 'Term 3')).toEqual(['Term 1', 'Term 2', 'Term 3 missing'])
  expect(of(cards)).toEqual(['Term 2', 'Term 3'])
  expect(chartTerms([first, ...cards.slice(1)], []).map(({ term }) => term)).toEqual(['Term 1', 'Term 3'])
  expect(chartSentence(cards, [], ['Term 1'])).toBe(
    'Mean score by term in 2025: Term 2 70.0, Term 3 70.8. No report card in Term 1.',
  )
})

test('the chart across the years has a text description', () => {
  const earlier = { year: '2024', term: 'Term 3', grade: 'C+', mark: 61.3 }
  expect(yearsSentence([earlier, ...cards])).toBe(
    'Mean score by term: Term 3 of 2024 61.3, Term 2 of 2025 70.0, Term 3 of 2025 70.8.',
  )
})

test('a mean whose grade is X or Y never counts', () => {
  const missed = { year: '2025', term: 'Term 1', grade: 'X', mark: 0 }
  expect(chartSentence([missed, ...cards], [])).toBe(chartSentence(cards, []))
  expect(lineEnds([...cards, { ...missed, grade: 'Y' }], [])).toEqual(lineEnds(cards, []))
  expect(chartSentence([missed], [])).toBe('Mean score by term in 2025: none.')
  expect(yearsSentence([missed])).toBe('Mean score by term: none.')
  expect(lineEnds([missed], [])).toEqual([])
})

test('names at the ends of lines do not overlap while there is room', () => {
  const gap = 10
  const room = { top: 0, bottom: 200 }
  const places = array(integer({ min: 0, max: 200 }), { maxLength: 20 })
  assert(
    property(places, (given) => {
      const moved = spread(given, gap, room)
      for (const y of moved) expect(y).toBeLessThanOrEqual(room.bottom)
      for (const y of moved) expect(y).toBeGreaterThanOrEqual(room.top)
      const sorted = moved.toSorted((a, b) => a - b)
      const steps = sorted.slice(1).map((y, index) => y - (sorted[index] ?? 0))
      for (const step of steps) expect(step).toBeGreaterThanOrEqual(gap)
    }),
  )
  expect(spread([30, 20], gap, room)).toEqual([30, 20])
})

const seniors = ['Term 2', 'Term 3'].map((term) => ({
  year: '2026',
  term,
  curriculum: 'CBE' as const,
  grade: null,
  mark: null,
  overall_level: 'ME2',
}))
const fallenLevel = {
  subject_id: 1,
  subject_name: 'Physics',
  cells: [undefined, { mark: 38, grade: 'AE1', isLower: true }],
}

test('the axis of levels has all of them, each in its band', () => {
  const { low, high, ticks, tick, said, title, bands } = chartAxis('CBE', [4, 5])
  expect([low, high, title]).toEqual([0.5, 8.5, undefined])
  expect(ticks.map(tick)).toEqual(['EE1', 'EE2', 'ME1', 'ME2', 'AE1', 'AE2', 'BE1', 'BE2'])
  expect(said(4)).toBe('AE1')
  expect(bands.map(({ name }) => name)).toEqual(['Exceeding', 'Meeting', 'Approaching', 'Below'])
  expect(chartAxis('8-4-4', [49, 84])).toMatchObject({
    ...axisOf([49, 84]),
    title: 'Mark out of 100',
    bands: [],
  })
})

test('a level that fell is named at its points, and no mean is', () => {
  expect(lineEnds(seniors, [fallenLevel])).toEqual([
    { subject_id: 1, name: 'Physics', mark: 4, isLower: true },
  ])
})

test('subjects that fell to the same level are counted in one name, so that names stay beside their levels', () => {
  const chemistry = { ...fallenLevel, subject_id: 2, subject_name: 'Chemistry' }
  expect(lineEnds(seniors, [fallenLevel, chemistry])).toEqual([
    { subject_id: 1, name: '2 subjects', mark: 4, isLower: true },
  ])
  expect(chartSentence(seniors, [fallenLevel, chemistry])).toContain('Physics and Chemistry fell in Term 3.')
})

test('a chart of levels marks only a lower level, not a lower mark of the same level', () => {
  const within = [
    { mark: 68, grade: 'ME1', isLower: false },
    { mark: 61, grade: 'ME1', isLower: true },
  ]
  const lower = [within[0], { mark: 60, grade: 'ME2', isLower: true }]
  expect([0, 1].map((at) => axisValue('CBE', within, at))).toEqual([6, 6])
  expect([within, lower].map((cells) => hasFallen('CBE', cells, 1))).toEqual([false, true])
  expect([within, lower].map((cells) => hasFallen('8-4-4', cells, 1))).toEqual([true, true])
  const english = { subject_id: 3, subject_name: 'English', cells: within }
  expect(lineEnds(seniors, [english])).toEqual([])
  expect(chartSentence(seniors, [english])).not.toContain('English')
})

test('the text description of a year of levels includes its overall levels', () => {
  expect(chartSentence(seniors, [fallenLevel])).toBe(
    'Overall level by term in 2026: Term 2 ME2, Term 3 ME2. Physics fell in Term 3.',
  )
})

test('the description of the years ends the means where the curriculum changes, and then lists each year’s levels', () => {
  const silent = seniors.map((card) => ({ ...card, year: '2027', overall_level: null }))
  expect(yearsSentence([...cards, ...seniors, ...silent])).toBe(
    'Mean score by term: Term 2 of 2025 70.0, Term 3 of 2025 70.8. CBE from 2026, without a mean. Overall level by year: 2026 ME2.',
  )
  expect(runsOf([...cards, ...seniors, ...cards]).map((run) => [run.curriculum, run.cards.length])).toEqual([
    ['8-4-4', 2],
    ['CBE', 2],
    ['8-4-4', 2],
  ])
  expect(overallByYear([...seniors, ...silent]).map(({ year, level }) => [year, level])).toEqual([
    ['2026', 'ME2'],
    ['2027', undefined],
  ])
})

test('the description separates the means of two curricula', () => {
  const other = 'Cambridge' as CurriculumName
  Object.assign(curricula, { [other]: curricula['8-4-4'] })
  const moved = cards.map((card) => ({ ...card, curriculum: other, year: '2026' }))
  expect(yearsSentence([...seniors, ...moved.slice(0, 1)])).toMatch(
    /^Mean .* 70\.0\. CBE from 2026,.* ME2\. Cambridge/,
  )
  expect([cards, moved, [...cards, ...moved], seniors].map(isOneMean)).toEqual([true, true, false, false])
  expect(yearsSentence([...cards, ...moved])).toBe(
    'Mean score by term: Term 2 of 2025 70.0, Term 3 of 2025 70.8, Term 2 of 2026 70.0, Term 3 of 2026 70.8. Cambridge from 2026.',
  )
})
