export const DAY_MS = 24 * 60 * 60_000

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

/** The day so many days later, or earlier if negative. */
export const daysFrom = (day: string, days: number): string => {
  const instant = new Date(`${day}T00:00:00Z`)
  instant.setUTCDate(instant.getUTCDate() + days)
  return instant.toISOString().slice(0, 10)
}

/** The day on which somebody reaches an age; of a 29 February that the year lacks, the 1 March. */
export const birthday = (dob: string, age: number): string => {
  const instant = new Date(`${dob}T00:00:00Z`)
  instant.setUTCFullYear(instant.getUTCFullYear() + age)
  return instant.toISOString().slice(0, 10)
}

/** The day with the same name so many years earlier, to compare days with: the calendar may lack it. */
export const yearsBefore = (day: string, years: number): string =>
  `${Number(day.slice(0, 4)) - years}${day.slice(4)}`

/** Listed here, because browsers disagree about September (`Sep`, `Sept`). */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day, `2026-03-12`, as `12 Mar`. */
export const dayAndMonth = (day: string) => `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`

/** A day, `2026-03-12`, as `12 Mar 2026`. */
export const formatDay = (day: string) => `${dayAndMonth(day)} ${day.slice(0, 4)}`

/** Words of a sentence, such as a date, without a line break in them. */
export const onOneLine = (date: string) => date.replaceAll(' ', '\u00a0')

const LONG_MONTHS = {
  en: 'January February March April May June July August September October November December',
  sw: 'Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba',
}
export type DayLanguage = keyof typeof LONG_MONTHS

/** A day, `2026-03-12`, as `12 March 2026`, or in Swahili `12 Machi 2026`. */
export const dayInWords = (day: string, language: DayLanguage = 'en') =>
  `${Number(day.slice(8))} ${LONG_MONTHS[language].split(' ')[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

/** The days from one day to another; negative if it is earlier. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS
