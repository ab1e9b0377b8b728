import { queryOptions } from '@tanstack/react-query'
import { WHOLE_LIST_LIMIT } from '#contract/base/lists.ts'
// Types only: the contract's schemas are not needed for the tabs' counts, which are loaded early.
import type { NotificationRow, NotificationTime } from '#contract/notifications.ts'
import { call } from '../ui/call.ts'
import { fetchList, listKey, type RowSource } from '../ui/list/rows/ListSource.ts'
import type { Transfer } from '../ui/modal/useSaving.ts'

export const notificationList: RowSource<NotificationRow> = {
  call: 'GET /api/notifications',
  rowKey: ({ year_id, term_id }) => `${year_id} ${term_id}`,
}

/** All terms that have records, in the list's order. */
export const termsQuery = queryOptions({
  queryKey: [...listKey(notificationList), 'terms'],
  queryFn: ({ signal }) => fetchList(notificationList, { whole: WHOLE_LIST_LIMIT }, signal),
  select: ({ data }) => data,
})

export const timeOf = ({ year_id, term_id }: NotificationTime): NotificationTime => ({ year_id, term_id })

export const previewQuery = (row: NotificationTime) =>
  queryOptions({
    queryKey: ['notifications', 'preview', timeOf(row)],
    queryFn: async ({ signal }) =>
      (await call('GET /api/notifications/preview', { query: timeOf(row), signal })).data,
    // A preview is never shown from the cache.
    staleTime: 0,
    gcTime: 0,
  })

export const sendNotifications = (row: NotificationTime, seen: string | undefined, transfer: Transfer) =>
  call('POST /api/notifications', { body: { ...timeOf(row), seen }, ...transfer })
