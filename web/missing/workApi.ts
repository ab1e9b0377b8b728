import { queryOptions } from '@tanstack/react-query'
import type { NotificationTime } from '#contract/notifications.ts'
import { call } from '../ui/call.ts'
import { WORK_KEY } from '../students/studentApi.ts'
import { type RecordKind, recordKinds } from '../records/recordKinds.ts'

/** The newest term with records, and how far its students are. */
export const termQuery = queryOptions({
  queryKey: [WORK_KEY, 'newest'],
  queryFn: async ({ signal }) => (await call('GET /api/notifications/newest', { signal })).data,
})

/** The records that wait to be verified, the longest waiting first. */
export const waitingQuery = (kind: RecordKind) =>
  queryOptions({
    queryKey: [WORK_KEY, 'waiting', kind],
    queryFn: ({ signal }) => call(`GET ${recordKinds[kind].path}?query=waiting`, { signal }),
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

/** The user's own students who come of age, without a consent of their own. */
export const newAdultsQuery = queryOptions({
  queryKey: [WORK_KEY, 'adults'],
  queryFn: async ({ signal }) => (await call('GET /api/consents?query=adults', { signal })).data,
})

/** What is missing in a term, for all students that the user may see. Without a term only files can be missing. */
export const missingQuery = (time?: NotificationTime) =>
  queryOptions({
    queryKey: [WORK_KEY, 'of', time?.year_id, time?.term_id],
    queryFn: async ({ signal }) => {
      const query = { consents: '1' as const, ...(time && { year_id: time.year_id, term_id: time.term_id }) }
      return (await call('GET /api/notifications/missing', { query, signal })).data
    },
  })
