import { queryOptions } from '@tanstack/react-query'
import type { NotificationTime } from '#contract/notifications.ts'
import { call } from '../../ui/call.ts'
import { type RecordKind, recordKinds } from '../recordKinds.ts'

/** What is missing in a term, for all students that the user may see. */
export const missingQuery = ({ year_id, term_id }: NotificationTime) =>
  queryOptions({
    queryKey: ['missing', year_id, term_id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/notifications/missing', { query: { year_id, term_id }, signal })).data,
  })

/** What the user's own students lack in a term; without one, in the newest term that has records. */
export const ownMissingQuery = (kind: RecordKind, time?: NotificationTime) =>
  queryOptions({
    // Under the key of the records: saving or verifying one refreshes this too.
    queryKey: [recordKinds[kind].key, 'missing', time?.year_id, time?.term_id],
    queryFn: ({ signal }) =>
      call('GET /api/notifications/missing', { query: { mine: '1', of: kind, ...time }, signal }),
  })
