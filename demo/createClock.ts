/** The time of the filling. */
export type DemoClock = ReturnType<typeof createClock>

/** A clock that goes on, and can be set back to when something was entered. */
export function createClock() {
  let past: Date | undefined
  return Object.assign(() => past ?? new Date(), {
    setBack(to: Date): void {
      past = to
    },
    goOn(): void {
      past = undefined
    },
  })
}
