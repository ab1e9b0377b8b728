import { queryOptions } from '@tanstack/react-query'
import { call } from '../ui/call.ts'
import { goOnTrying } from '../ui/list/rows/useListRows.ts'

const LOOK_AGAIN_MS = 1_000

/** Polled only while a copy is running. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: async ({ signal }) => (await call('GET /api/backups', { signal })).data,
  refetchInterval: (query) => (query.state.data?.running ? LOOK_AGAIN_MS : goOnTrying.refetchInterval(query)),
})
