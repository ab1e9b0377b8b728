import { expect, test } from 'vitest'
import { tableOf } from '../../ui/export/Download.ts'
import { accessDownload, countsOf, daysOf, departureCounts, departureWords, linesOf } from './accessWords.ts'

const amina = { user_id: 1, name: 'Amina Mwangi', role_id: 1 }
const brian = { user_id: 4, name: 'Brian Ochieng', role_id: 4 }
const letter = {
  id: 1,
  at: '2026-11-20T22:30:00.000Z',
  ...amina,
  how: 'letter' as const,
  what: 'Report card, Term 3, 2026',
  went_to: 'Margaret Ellison',
}
const views = [
  { day: '2026-11-23', ...amina, counts: { consents: 1, profile: 2 } },
  { day: '2026-11-21', ...brian, counts: { profile: 4 } },
]

test('views and what left are shown by day in Kenya, and by person', () => {
  const days = daysOf({ views, left: [letter] })
  expect(days.map(({ day, people }) => [day, people.map(({ name }) => name)])).toEqual([
    ['2026-11-23', ['Amina Mwangi']],
    // 22:30 UTC is the next day in Nairobi.
    ['2026-11-21', ['Brian Ochieng', 'Amina Mwangi']],
  ])
  expect(days[1]?.people[1]?.left).toEqual([letter])
})

test('counts are in one order', () =>
  expect(countsOf({ consents: 1, profile: 2 })).toEqual([
    { word: 'Profile', count: 2 },
    { word: 'Consents', count: 1 },
  ]))

test('what left says to whom, also after the record is anonymised', () => {
  expect(departureWords(letter)).toBe('Letter to Margaret Ellison: Report card, Term 3, 2026')
  expect(departureWords({ ...letter, how: 'download' })).toBe('Downloaded: Report card, Term 3, 2026')
  expect(departureWords({ ...letter, what: '', went_to: '' })).toBe('Letter. What it was is removed.')
  expect(departureCounts([letter, { ...letter, how: 'print' }]).map(({ words }) => words)).toEqual([
    '1 print',
    '1 letter',
  ])
})

test('a sheet has a line for each count and each thing that left', () => {
  const { lines } = tableOf(accessDownload('EL-0001'), linesOf(daysOf({ views, left: [letter] })))
  expect(lines).toHaveLength(4)
  expect(lines[0]).toEqual([
    '23 Nov 2026',
    'Amina Mwangi',
    'System Administrator',
    'Viewed',
    'Profile',
    2,
    '',
  ])
})
