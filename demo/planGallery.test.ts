import { expect, test } from 'vitest'
import { createPick } from '../fixtures/createPick.ts'
import { planGallery } from './planGallery.ts'

const now = new Date('2026-11-20T08:00:00.000Z')

test.for([2, 5, 8])('%i photographs are spread over all years at school', (count) => {
  const moments = planGallery(createPick(3), 2023, count, now)
  expect(moments.length).toBe(count)
  expect(moments[0]?.title).toBe('First day of Form 1')
  const times = moments.map(({ at }) => at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(new Set(moments.map(({ scene, light }) => `${scene.month} ${light.sky}`)).size).toBe(count)
  expect(times.at(-1)).toBeGreaterThan(Date.parse('2024-12-31'))
})

test('who has just joined has photographs of what has been', () => {
  const moments = planGallery(createPick(3), 2026, 8, new Date('2026-05-05T08:00:00.000Z'))
  expect(moments.map(({ title }) => title)).toEqual(['First day of Form 1', 'Tree planting day'])
})
