import { queryOptions } from '@tanstack/react-query'
import type { Lookup, LookupForm, LookupKind } from '#contract/lookups.ts'
import { http } from '../ui/http.ts'
import type { Transfer } from '../ui/modal/useSaving.ts'

type LookupSaved = { message: string; data: Lookup }

/** All years, terms, classes or subjects, in the order they are offered. */
export const lookupsQuery = (kind: LookupKind) =>
  queryOptions({
    queryKey: ['lookups', kind],
    queryFn: ({ signal }) => call(`GET /api/${kind}`, { signal }),
    select: ({ data }) => data,
  })

/** As form data, not JSON. */
export function addLookup(kind: LookupKind, form: LookupForm, transfer: Transfer): Promise<LookupSaved> {
  const body = new FormData()
  for (const [field, name] of Object.entries(form)) body.set(field, name)
  return http.post(`/api/${kind}`, body, transfer)
}
