/** Kenya keeps one time all year. */
const AHEAD_OF_UTC_MS = 3 * 60 * 60_000

/** The day in Kenya at an instant, as `2026-03-12`: the same in the office, in the field and on a server abroad. */
export const dayOf = (instant: Date): string =>
  new Date(instant.getTime() + AHEAD_OF_UTC_MS).toISOString().slice(0, 10)
