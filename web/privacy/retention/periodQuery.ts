import { queryOptions } from '@tanstack/react-query'
import { call } from '../../ui/call.ts'

/** The period for which records stay, and how many students left longer ago. */
export const periodQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: ({ signal }) => call('GET /api/retention', { query: { size: 1 }, signal }),
})
