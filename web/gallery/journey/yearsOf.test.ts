import { expect, test } from 'vitest'
import type { Media } from '#contract/gallery.ts'
import { yearsOf } from './yearsOf.ts'

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
