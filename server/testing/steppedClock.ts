export type SteppedClock = ReturnType<typeof steppedClock>

/** A clock that advances only when it is stepped. */
export function steppedClock(start = '2026-03-02T08:00:00.000Z') {
  let now = Date.parse(start)
  return Object.assign(() => new Date(now), {
    step(ms: number): void {
      now += ms
    },
  })
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
