import { expect, test } from 'vitest'
import { countOf, lengthOf, yearOf } from './mediaWords.ts'

const image = { type: 'image' } as const
const video = { type: 'video' } as const

test.each([
  [[], ''],
  [[image], '1 photo'],
  [[image, video, image], '2 photos, 1 video'],
  [[video, video], '2 videos'],
])('counts photos and videos', (gallery, words) => {
  expect(countOf(gallery)).toBe(words)
})

test.each([
  [0.4, '0:00'],
  [7, '0:07'],
  [83.6, '1:24'],
  [3_605, '1:00:05'],
])('shows the length of a film of %s seconds', (duration, words) => {
  expect(lengthOf(duration)).toBe(words)
})

test('the year is in Nairobi time, independent of the reader’s time zone', () => {
  expect(yearOf({ created_at: '2025-12-31T21:00:00Z' })).toBe(2026)
  expect(yearOf({ created_at: '2025-12-31T20:59:00Z' })).toBe(2025)
})
