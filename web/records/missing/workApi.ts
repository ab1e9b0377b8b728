import { queryOptions } from '@tanstack/react-query'
import type { NotificationTime } from '#contract/notifications.ts'
import { call } from '../../ui/call.ts'
import { WORK_KEY } from '../recordApi.ts'
import { type RecordKind, recordKinds } from '../recordKinds.ts'

/** The amount of work that waits for the user. */
export const workQuery = queryOptions({
  queryKey: [WORK_KEY],
  queryFn: async ({ signal }) => (await call('GET /api/notifications/work', { signal })).data,
})

/** The records returned to the user, newest first, and their number. */
export const returnedQuery = (kind: RecordKind) =>
  queryOptions({
    queryKey: [WORK_KEY, 'returned', kind],
    queryFn: ({ signal }) => call(`GET ${recordKinds[kind].path}?query=returned`, { signal }),
  })

/** What the user's own students lack in the newest term that has records of this kind. */
export const ownMissingQuery = (kind: RecordKind) =>
  queryOptions({
    queryKey: [WORK_KEY, 'missing', kind],
    queryFn: ({ signal }) =>
      call('GET /api/notifications/missing', { query: { mine: '1', of: kind }, signal }),
  })

/** What is missing in a term, for all students that the user may see. Without a term only files can be missing. */
export const missingQuery = (time?: NotificationTime) =>
  queryOptions({
    queryKey: [WORK_KEY, 'of', time?.year_id, time?.term_id],
    queryFn: async ({ signal }) => {
      const query = time && { year_id: time.year_id, term_id: time.term_id }
      return (await call('GET /api/notifications/missing', { ...(query && { query }), signal })).data
    },
  })
