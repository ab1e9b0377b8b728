import { queryOptions } from '@tanstack/react-query'
import { call } from '../ui/call.ts'
import { retryUntilAnswered } from '../ui/list/rows/useListRows.ts'

const POLL_MS = 1_000

/** Polled only while a copy is made or tested. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: async ({ signal }) => (await call('GET /api/backups', { signal })).data,
  refetchInterval: (query) => {
    const { running, restore_test } = query.state.data ?? {}
    const isBusy = running || restore_test?.state === 'running'
    return isBusy ? POLL_MS : retryUntilAnswered.refetchInterval(query)
  },
})
