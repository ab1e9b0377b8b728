import { queryOptions } from '@tanstack/react-query'
import type { NotificationTime } from '#contract/notifications.ts'
import { call } from '../ui/call.ts'
import { WORK_KEY } from '../students/studentApi.ts'

/** Other users' saves are shown at the first look at the window after this time. */
const FRESH_MS = 60_000

/** The students for whom the user has a step to take. The nav bar counts them, so every save that changes them invalidates it. */
export const workQuery = queryOptions({
  queryKey: [WORK_KEY],
  queryFn: async ({ signal }) => (await call('GET /api/notifications/work', { signal })).data,
  staleTime: FRESH_MS,
})

/** The rows of My work, and the user's own students who wait for others. */
export const ownMissingQuery = queryOptions({
  queryKey: [WORK_KEY, 'mine'],
  queryFn: ({ signal }) => call('GET /api/notifications/missing', { query: { mine: '1' }, signal }),
})

/** The user's own students who come of age, without a consent of their own. */
export const newAdultsQuery = queryOptions({
  queryKey: [WORK_KEY, 'adults'],
  queryFn: async ({ signal }) => (await call('GET /api/consents?query=adults', { signal })).data,
})

/** What is open, for all students that the user may see: now, or in a term. */
export const missingQuery = (time?: NotificationTime) =>
  queryOptions({
    queryKey: [WORK_KEY, 'of', time?.year_id, time?.term_id],
    queryFn: ({ signal }) =>
      call('GET /api/notifications/missing', {
        query: time && { year_id: time.year_id, term_id: time.term_id },
        signal,
      }),
  })
