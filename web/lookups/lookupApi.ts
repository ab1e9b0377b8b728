import { queryOptions } from '@tanstack/react-query'
import type { LookupForm, LookupKind } from '#contract/lookups.ts'
import { call, type CallOptions } from '../ui/call.ts'

/** All years, terms, classes or subjects, in the order they are offered. */
export const lookupsQuery = (kind: LookupKind) =>
  queryOptions({
    queryKey: ['lookups', kind],
    queryFn: ({ signal }) => call(`GET /api/${kind}`, { signal }),
    select: ({ data }) => data,
  })

/** `files` has the call sent as form data instead of JSON. */
export const addLookup = (kind: LookupKind, body: LookupForm, options: CallOptions) =>
  call(`POST /api/${kind}`, { body, files: {}, ...options })
