import { expect, it, onTestFinished, vi } from 'vitest'
import { withYields } from './yieldToRequests.ts'

it('lets the event loop run before a long calculation and each millisecond during it', async () => {
  let tick = 0
  let next = setImmediate(function count() {
    tick += 1
    next = setImmediate(count)
  })
  onTestFinished(() => clearImmediate(next))
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => void vi.restoreAllMocks())

  const ticks: number[] = []
  for await (const took of withYields(Array.from({ length: 9 }, () => 1))) {
    ticks.push(tick)
    now += took
  }
  const [first = 0] = ticks
  expect(first).toBeGreaterThan(0)
  expect(ticks.map((of) => of - first)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4])
})
