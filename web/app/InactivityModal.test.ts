import { expect, test } from 'vitest'
import { minutesAndSeconds } from './InactivityModal.tsx'

test.each([
  [540_000, '9:00'],
  [521_001, '8:42'],
  [60_000, '1:00'],
  [59_999, '1:00'],
  [5_000, '0:05'],
  [1, '0:01'],
  [0, '0:00'],
  [-400, '0:00'],
])('writes %i ms as %s', (milliseconds, text) => {
  expect(minutesAndSeconds(milliseconds)).toBe(text)
})
