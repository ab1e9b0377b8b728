import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type Lookup, lookupName } from '#contract/lookups.ts'
import { lookupsQuery } from '../lookups/lookupApi.ts'
import { newestBegun } from '../lookups/newestBegun.ts'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { addNextYear } from './calendarApi.ts'

type Options = {
  /** The search parameter that names the year. */
  key?: 'year' | 'funding_year'
  /** The names of years that are also shown. */
  others?: readonly string[]
}

/** The years around today, that of the address, and the coming one, which is added when it is to be planned. */
export function useYears(today: string, { key = 'year', others = [] }: Options = {}) {
  const client = useQueryClient()
  const change = useAddressChange()
  const { [key]: named } = useSearch({ strict: false })
  const { data, error, refetch } = useQuery(lookupsQuery('years'))
  const find = (year: number | string | undefined) =>
    data?.find((each) => lookupName('years', each) === String(year))
  const thisYear = Number(today.slice(0, 4))
  const chosen = find(named) ?? (data && newestBegun(data, today))
  const near = [thisYear - 1, thisYear, thisYear + 1].map(find)
  const shown = [...new Set([...near, ...others.map(find), chosen])]
    .filter((year) => year !== undefined)
    .toSorted((a, b) => Number(lookupName('years', a)) - Number(lookupName('years', b)))
  const choose = (year: Lookup | undefined) => change({ [key]: year && lookupName('years', year) })
  const adding = useMutation({
    mutationFn: addNextYear,
    onSuccess: choose,
    // Also after a failure: somebody else may have added it.
    onSettled: () => client.invalidateQueries(lookupsQuery('years')),
  })
  return {
    chosen,
    shown,
    choose,
    /** The coming year, if it has been added. */
    next: find(thisYear + 1),
    addNext: () => adding.mutate(),
    addingError: adding.error,
    isLoaded: data !== undefined,
    error,
    retry: () => void refetch(),
  }
}
