import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Lookup, lookupName, OPEN_END, periodKey } from '#contract/lookups.ts'
import { termName } from '#contract/notifications.ts'
import { lookupsQuery } from '../../lookups/lookupApi.ts'

/** A term of a year: `name` is `Term 2, 2027`, and keys sort the terms of all years. */
export type Period = {
  year_id: number
  year: string
  term_id: number
  term: string
  name: string
  key: string
}

/** The terms of all years in order. */
export const listPeriods = (years: readonly Lookup[], terms: readonly Lookup[]): Period[] =>
  years
    .flatMap((year) => terms.map((term) => periodOf(year, term)))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))

function periodOf(yearLookup: Lookup, termLookup: Lookup): Period {
  const [year, term] = [lookupName('years', yearLookup), lookupName('terms', termLookup)]
  const name = termName({ term_name: term, year_name: year })
  return { year_id: yearLookup.id, year, term_id: termLookup.id, term, name, key: periodKey(year, term) }
}

/** The terms of all years; undefined until they are loaded. */
export function usePeriods(): Period[] | undefined {
  const { data: years } = useQuery(lookupsQuery('years'))
  const { data: terms } = useQuery(lookupsQuery('terms'))
  return useMemo(() => years && terms && listPeriods(years, terms), [years, terms])
}

/** Undefined for an open end. */
export const findPeriod = (periods: readonly Period[], year_id: number | null, term_id: number | null) =>
  periods.find((period) => period.year_id === year_id && period.term_id === term_id)

type Time = {
  from_year_id: number
  from_term_id: number
  until_year_id: number | null
  until_term_id: number | null
}

/** The first term of a promise and its last one, which is undefined if the end is open. */
export const endsOf = (time: Time, periods: readonly Period[]) => ({
  from: findPeriod(periods, time.from_year_id, time.from_term_id),
  until: findPeriod(periods, time.until_year_id, time.until_term_id),
})

/** Whether a promise covers a term. */
export function covers(time: Time, periods: readonly Period[], { key }: Pick<Period, 'key'>): boolean {
  const { from, until } = endsOf(time, periods)
  return from !== undefined && from.key <= key && key <= (until?.key ?? OPEN_END)
}
