import { expect, test } from 'vitest'
import { agoWords, momentWords } from './securityWords.ts'

const now = new Date('2026-11-24T09:00:30.000Z')

test.each([
  ['2026-11-24T09:00:00.000Z', 'Now'],
  ['2026-11-24T08:59:00.000Z', '1 minute ago'],
  ['2026-11-24T08:01:00.000Z', '59 minutes ago'],
  ['2026-11-24T08:00:00.000Z', momentWords('2026-11-24T08:00:00.000Z', now)],
])('a session last used at %s was used %s', (at, words) => {
  expect(agoWords(at, now)).toBe(words)
})

test.each([
  // Midnight in Nairobi is 21:00 of the day before.
  ['2026-11-23T21:00:00.000Z', /^Today, 00:00/],
  ['2026-11-23T20:59:00.000Z', /^23 Nov, 23:59/],
  ['2025-03-03T08:00:00.000Z', /^3 Mar 2025$/],
])('%s is shown as %s', (at, words) => {
  expect(momentWords(at, now)).toMatch(words)
})
