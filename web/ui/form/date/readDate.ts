import { isDay } from '#contract/base/days.ts'

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)
/** `2026-03-12` */
const YEAR_FIRST = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
/** `12/3/2026`, `12.3.2026`, `12 Mar 2026`, `12th March, 2026` */
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[\s/.-]+(\d{1,2}|[a-z]{3,9})[\s/.,-]+(\d{4})$/

/** Parses a date as people type it, with the day before the month. Returns it as `2026-03-12`. */
export function readDate(typed: string): string | undefined {
  const text = typed.trim().toLowerCase()
  const parts = YEAR_FIRST.exec(text)?.slice(1) ?? DAY_FIRST.exec(text)?.slice(1).toReversed()
  if (!parts) return undefined
  const [year = '', month = '', day = ''] = parts
  const number = /\d/.test(month) ? month : String(MONTHS.findIndex((name) => name.startsWith(month)) + 1)
  const read = [year, number.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return isDay(read) ? read : undefined
}
