import { expect, test } from 'vitest'
import { daysAhead, type ShownTerm, statementOf, stripWords } from './calendarWords.ts'

const term = (name: string, opens: string | null, closes: string | null): ShownTerm => ({
  term_id: 1,
  name,
  opens,
  closes,
  half_from: null,
  half_to: null,
  none_from: null,
  none_to: null,
  none_where: null,
})
const year = [
  term('Term 1', '2026-01-05', '2026-04-02'),
  term('Term 2', '2026-04-27', '2026-07-31'),
  term('Term 3', null, null),
  term('Term 4', '2026-08-24', '2026-10-23'),
]

test.each([
  ['2026-01-04', 'Term 1 opens on Monday 5\u00a0January', ['Today is Sunday 4\u00a0January\u00a02026.']],
  [
    '2026-01-05',
    'Term 1 is open until Thursday 2\u00a0April',
    ['Today is Monday 5\u00a0January\u00a02026.', 'Term 2 opens on Monday 27\u00a0April.'],
  ],
  [
    '2026-07-09',
    'Term 2 is open until Friday 31\u00a0July',
    ['Today is Thursday 9\u00a0July\u00a02026.', 'Term 4 opens on Monday 24\u00a0August.'],
  ],
  [
    '2026-08-01',
    'Term 4 opens on Monday 24\u00a0August',
    ['Today is Saturday 1\u00a0August\u00a02026.', 'Term 2 closed on Friday 31\u00a0July.'],
  ],
  [
    '2026-10-23',
    'Term 4 is open until Friday 23\u00a0October',
    ['Today is Friday 23\u00a0October\u00a02026.'],
  ],
  [
    '2027-01-02',
    'Term 4 closed on Friday 23\u00a0October\u00a02026',
    ['Today is Saturday 2\u00a0January\u00a02027.'],
  ],
])('on %s a year’s dates mean: %s', (today, heading, sentences) => {
  expect(statementOf(year, today)).toEqual({ heading, sentences })
})

test('a year without dates means nothing', () => {
  expect(statementOf([term('Term 1', null, null)], '2026-01-04')).toBeUndefined()
})

test.each([
  ['2026-08-14', 'in 36 days'],
  ['2026-07-10', 'in 1 day'],
  ['2026-07-09', 'today'],
  ['2026-07-08', undefined],
])('a due day, %s, is %s', (due, words) => {
  expect(daysAhead(due, '2026-07-09')).toBe(words)
})

test('the strip is read aloud', () => {
  expect(stripWords('2026', year.slice(0, 1), '2026-07-09')).toBe(
    '2026: Term 1 from 5 Jan 2026 to 2 Apr 2026. Today is 9 Jul 2026.',
  )
  expect(stripWords('2025', [], '2026-07-09')).toBe('2025: .')
})
