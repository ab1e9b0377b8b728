import { expect, test } from 'vitest'
import { countOf, lengthOf, yearsOf } from './mediaWords.ts'
import type { Media } from '#contract/gallery.ts'

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
])('says how long a film of %s seconds is', (duration, words) => {
  expect(lengthOf(duration)).toBe(words)
})

const media = (id: number, created_at: string) => ({ id, created_at }) as Media

test('a gallery is shown by year, the newest first', () => {
  const gallery = [
    media(4, '2026-07-01T09:00:00.000Z'),
    media(3, '2026-06-01T09:00:00.000Z'),
    media(2, '2024-06-01T09:00:00.000Z'),
  ]
  const years = yearsOf(gallery).map(({ year, media: ofYear }) => [year, ofYear.map(({ id }) => id)])
  expect(years).toEqual([
    [2026, [4, 3]],
    [2024, [2]],
  ])
})

test('the year is that of the reader’s calendar', () => {
  const midnight = new Date(2026, 0, 1)
  expect(yearsOf([media(1, midnight.toISOString())])[0]?.year).toBe(2026)
})
