import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lookupsQuery } from '../lookups/lookupApi.ts'

/** The year that the address names, or else the newest; and the way to another. */
export function useAnnualYear() {
  const navigate = useNavigate()
  const { year: named } = useSearch({ strict: false })
  const { data: years, error, refetch } = useQuery(lookupsQuery('years'))
  const chosen = years?.find(({ year_name }) => year_name === named) ?? years?.[0]
  const choose = (year: string) =>
    void navigate({
      to: '.',
      resetScroll: false,
      search: (address: Record<string, unknown>) => ({ ...address, year, page: undefined }),
    })
  return { years, chosen, choose, error, retry: () => void refetch() }
}
