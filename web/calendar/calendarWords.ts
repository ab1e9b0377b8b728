import { daysBetween, dayInWords, formatDay } from '#contract/base/days.ts'
import type { Calendar } from '#contract/calendar.ts'
import { hasDates, hasOpened } from '#contract/termDates.ts'
import { plural } from '../ui/plural.ts'
import { onOneLine } from '../ui/formatDate.ts'

/** A term of the calendar with its name. */
export type ShownTerm = Calendar['terms'][number] & { name: string }

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const weekday = (day: string) => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''

/** `Friday 31 July`, with the year if it is not that of today. */
function dayName(day: string, today: string): string {
  const words = `${weekday(day)} ${onOneLine(dayInWords(day))}`
  return day.slice(0, 4) === today.slice(0, 4) ? words.slice(0, -' 2026'.length) : words
}

/** What a year's dates mean today: a heading, and the sentences below it. Undefined without dates. */
export function statementOf(
  terms: readonly ShownTerm[],
  today: string,
): { heading: string; sentences: string[] } | undefined {
  const dated = terms.filter(hasDates)
  const opened = dated.filter((term) => hasOpened(term, today))
  const [last, next] = [opened.at(-1), dated[opened.length]]
  const on = (day: string) => dayName(day, today)
  const opens = next && `${next.name} opens on ${on(next.opens)}`
  const date = `Today is ${weekday(today)} ${onOneLine(dayInWords(today))}.`
  const more = opens ? [`${opens}.`] : []
  if (last && today <= last.closes)
    return { heading: `${last.name} is open until ${on(last.closes)}`, sentences: [date, ...more] }
  const closed = last && `${last.name} closed on ${on(last.closes)}`
  if (opens) return { heading: opens, sentences: [date, ...(closed ? [`${closed}.`] : [])] }
  return closed ? { heading: closed, sentences: [date] } : undefined
}

/** How far a due day is, `in 36 days`; undefined after it. */
export function daysAhead(due: string, today: string): string | undefined {
  const days = daysBetween(today, due)
  return days > 0 ? `in ${plural(days, 'day')}` : days === 0 ? 'today' : undefined
}

/** The year strip in words. */
export function stripWords(year: string, terms: readonly ShownTerm[], today: string): string {
  const words = terms
    .filter(hasDates)
    .map(({ name, opens, closes }) => `${name} from ${formatDay(opens)} to ${formatDay(closes)}`)
  const isThisYear = today.startsWith(year)
  return `${year}: ${words.join(', ')}.${isThisYear ? ` Today is ${formatDay(today)}.` : ''}`
}
