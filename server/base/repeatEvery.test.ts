import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { repeatEvery } from './repeatEvery.ts'

const MINUTE_MS = 60_000

/** A loop whose runs end when the test says so. */
function openLoop() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const runs: PromiseWithResolvers<void>[] = []
  const errors: unknown[] = []
  const loop = repeatEvery(
    MINUTE_MS,
    () => {
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    },
    (error) => errors.push(error),
  )
  const end = async () => {
    runs.at(-1)?.resolve()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { loop, runs, errors, end }
}

it('runs at the start, and again when the interval has passed since the end of the last run', async () => {
  const { loop, runs, end } = openLoop()
  loop.start()
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  expect(runs).toHaveLength(1)
  await end()
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1)
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toHaveLength(2)
})

it('runs for the first time later if asked', async () => {
  const { loop, runs } = openLoop()
  loop.start(MINUTE_MS)
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1)
  expect(runs).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toHaveLength(1)
})

it('runs at once when it is woken, or once more after the running one', async () => {
  const { loop, runs, end } = openLoop()
  loop.wake()
  expect(runs).toHaveLength(0)
  loop.start()
  loop.wake()
  loop.wake()
  expect(runs).toHaveLength(1)
  await end()
  expect(runs).toHaveLength(2)
  await end()
  expect(runs).toHaveLength(2)
  loop.wake()
  expect(runs).toHaveLength(3)
  await end()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(runs).toHaveLength(4)
})

it('reports an error and tries again', async () => {
  const { loop, runs, errors } = openLoop()
  loop.start()
  runs[0]?.reject(new Error('the disk is full'))
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(errors).toEqual([new Error('the disk is full')])
  expect(runs).toHaveLength(2)
})

it('waits at a stop for the running one, and begins no other', async () => {
  const { loop, runs, end } = openLoop()
  loop.start()
  loop.wake()
  let isStopped = false
  const stopped = loop.stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(isStopped).toBe(false)
  await end()
  await stopped
  loop.wake()
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  expect(runs).toHaveLength(1)
})

it('reports no error of a run that a stop has interrupted', async () => {
  const errors: unknown[] = []
  const loop = repeatEvery(
    MINUTE_MS,
    (stopping) => pause(MINUTE_MS, undefined, { signal: stopping }),
    (error) => errors.push(error),
  )
  loop.start()
  await loop.stop()
  expect(errors).toEqual([])
})
