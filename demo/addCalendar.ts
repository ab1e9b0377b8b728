import { dayOf, daysFrom } from '#contract/base/days.ts'
import type { Lookup } from '#contract/lookups.ts'
import type { Visitor } from './createVisitor.ts'
import type { DemoTerm } from './demoTime.ts'

/** Terms open on the first day of the months from which `demoTerms` counts them. */
const usual = [
  ['Term 1', '02-01', '04-10', '03-05', '03-08'],
  ['Term 2', '05-01', '08-07', '06-24', '06-28'],
  ['Term 3', '09-01', '11-06', '10-14', '10-18'],
] as const

/** The latest term opened at least so long ago, because promises are late only after two weeks. */
const OPEN_DAYS = 21
const SHORTEST_HOLIDAYS = 3

const earlier = (a: string, b: string) => (a < b ? a : b)

/** The dates of a year's terms. */
export function inventDates(year: string, latest: DemoTerm | undefined, today: string) {
  const terms = usual.map(([term, opens, closes, half_from, half_to]) => {
    const day = `${year}-${opens}`
    const isLatest = latest?.year === year && latest.term === term
    return {
      term,
      opens: isLatest ? earlier(day, daysFrom(today, -OPEN_DAYS)) : day,
      closes: `${year}-${closes}`,
      half_from: `${year}-${half_from}`,
      half_to: `${year}-${half_to}`,
    }
  })
  return terms.map(({ closes, ...term }, index) => {
    const next = terms[index + 1]?.opens
    return Object.assign(term, {
      closes: next ? earlier(closes, daysFrom(next, -SHORTEST_HOLIDAYS)) : closes,
    })
  })
}

/** A term of this school year that has opened. */
export type OpenedTerm = DemoTerm & { year_id: number; term_id: number; opens: string }

/** Sets the term dates of all years. Returns the terms of this one that have opened. */
export async function addCalendar(visitor: Visitor, begun: DemoTerm[], now: Date): Promise<OpenedTerm[]> {
  const { data: years } = await visitor.get<{ data: Lookup[] }>('/api/years')
  const { data: named } = await visitor.get<{ data: Lookup[] }>('/api/terms')
  const latest = begun.at(-1)
  const opened: OpenedTerm[] = []
  for (const [year, own] of Map.groupBy(begun, (term) => term.year)) {
    const year_id = years.find(({ year_name }) => year_name === year)?.id ?? 0
    const terms = inventDates(year, latest, dayOf(now)).map(({ term, ...dates }) => {
      const term_id = named.find(({ term_name }) => term_name === term)?.id ?? 0
      const has = own.find((each) => each.term === term)
      if (has && year === latest?.year) opened.push({ ...has, year_id, term_id, opens: dates.opens })
      return Object.assign(dates, { term_id })
    })
    await visitor.put('/api/calendar', { year_id, due_days: 14, terms })
  }
  return opened
}
