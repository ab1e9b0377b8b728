import { expect, test } from 'vitest'
import { breachClock } from './breachClock.ts'

const open = {
  known_at: '2026-03-01T06:30:00.000Z',
  commissioner_on: null,
  families_on: null,
  closed_at: null,
}

test.each([
  ['Tell the commissioner within 72 h', '2026-03-01T06:30:00.000Z', {}],
  ['Tell the commissioner within 31 h', '2026-03-02T23:29:00.000Z', {}],
  ['Tell the commissioner within 1 h', '2026-03-04T06:20:00.000Z', {}],
  ['Tell the commissioner: 1 h overdue', '2026-03-04T06:31:00.000Z', {}],
  ['Tell the commissioner: 4 days overdue', '2026-03-08T07:30:00.000Z', {}],
  ['Tell the families', '2026-03-08T06:30:00.000Z', { commissioner_on: '2026-03-02' }],
  [
    'Everybody is told',
    '2026-03-08T06:30:00.000Z',
    { commissioner_on: '2026-03-02', families_on: '2026-03-03' },
  ],
  ['Closed 5 Mar 2026', '2026-03-08T06:30:00.000Z', { closed_at: '2026-03-05T08:00:00.000Z' }],
])('%s', (word, now, more) => {
  expect(breachClock({ ...open, ...more }, new Date(now)).word).toBe(word)
})
