import { expect, it } from 'vitest'
import { sortInBatches } from './ranges.ts'

it.for([0, 1, 50_000, 50_001, 100_001, 333_333])('sorts %i numbers', async (count) => {
  // Every number once, far from its sorted position.
  const numbers = Array.from({ length: count }, (_, index) => (index * 7919) % (count + 1))
  expect(await sortInBatches(numbers)).toEqual(Float64Array.from(numbers).sort())
})

it('yields to other requests while it sorts', async () => {
  let ticks = 0
  const count = () => {
    ticks += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await sortInBatches(Array.from({ length: 500_000 }, (_, index) => -index))
  clearImmediate(next)
  expect(ticks).toBeGreaterThan(20)
})
