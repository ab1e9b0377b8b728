import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lookupsQuery } from '../lookups/lookupApi.ts'
import { readFundingAddress } from './fundingAddress.ts'
import type { TimeIds } from './fundingApi.ts'

/** The year and term of the address, by their ids; undefined until they are loaded. Unknown ones are ignored. */
export function useFundingTime(): TimeIds | undefined {
  const { year: yearName, term: termName } = readFundingAddress(useSearch({ strict: false }))
  const isNamed = yearName !== undefined || termName !== undefined
  const { data: years } = useQuery({ ...lookupsQuery('years'), enabled: isNamed })
  const { data: terms } = useQuery({ ...lookupsQuery('terms'), enabled: isNamed })
  if (!isNamed) return NOW
  if (!years || !terms) return undefined
  const year = years.find(({ year_name }) => year_name === yearName)?.id
  const term = terms.find(({ term_name }) => term_name === termName)?.id
  return { ...(year !== undefined && { year }), ...(term !== undefined && { term }) }
}

const NOW: TimeIds = {}
