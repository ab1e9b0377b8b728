/** Whether a text is a day as `2026-03-12` that the calendar has. */
export function isDay(day: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return false
  const instant = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day)
}

/** Kenya has no daylight saving time. */
const AHEAD_OF_UTC_MS = 3 * 60 * 60_000

/** The day in Kenya at an instant, as `2026-03-12`: the same in the office, in the field and on a server abroad. */
export const dayOf = (instant: Date): string => localTimeOf(instant).slice(0, 10)

/** The time of that day, as `14:05`. */
export const timeOf = (instant: Date): string => localTimeOf(instant).slice(11)

/** Day and time in Kenya at an instant, as `2026-03-12 14:05`. */
export const localTimeOf = (instant: Date): string =>
  new Date(instant.getTime() + AHEAD_OF_UTC_MS).toISOString().slice(0, 16).replace('T', ' ')

export const instantOf = (day: string, time: string): Date => new Date(`${day}T${time}+03:00`)
