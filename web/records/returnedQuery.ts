import { queryOptions } from '@tanstack/react-query'
import type { Returned } from '#contract/records.ts'
import { http } from '../ui/http.ts'
import { type RecordKind, recordKinds } from './recordKinds.ts'

/** What was returned to whoever is signed in, the newest first, and how many there are. */
export const returnedQuery = (kind: RecordKind) =>
  queryOptions({
    queryKey: [recordKinds[kind].key, 'returned'],
    queryFn: ({ signal }) =>
      http.get<{ data: Returned[]; meta: { total: number } }>(recordKinds[kind].path, {
        query: { query: 'returned' },
        signal,
      }),
  })
