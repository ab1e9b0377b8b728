import { queryOptions } from '@tanstack/react-query'
import { call } from '../ui/call.ts'
import { WORK_KEY } from '../students/studentApi.ts'

/** Other users' saves are shown at the first look at the window after this time. */
const FRESH_MS = 60_000

/** The amount of work that waits for the user. The nav bar shows it, so every save that changes it invalidates it. */
export const workQuery = queryOptions({
  queryKey: [WORK_KEY],
  queryFn: async ({ signal }) => (await call('GET /api/notifications/work', { signal })).data,
  staleTime: FRESH_MS,
})
