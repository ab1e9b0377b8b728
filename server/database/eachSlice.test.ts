import { expect, it, onTestFinished, vi } from 'vitest'
import { inTurns } from './eachSlice.ts'

it('lets others go on before a long calculation, and whenever that has taken some milliseconds', async () => {
  let turn = 0
  let next = setImmediate(function count() {
    turn += 1
    next = setImmediate(count)
  })
  onTestFinished(() => clearImmediate(next))
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => void vi.restoreAllMocks())

  const turns: number[] = []
  for await (const took of inTurns(Array.from({ length: 9 }, () => 2))) {
    turns.push(turn)
    now += took
  }
  const [first = 0] = turns
  expect(first).toBeGreaterThan(0)
  expect(turns.map((of) => of - first)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4])
})
