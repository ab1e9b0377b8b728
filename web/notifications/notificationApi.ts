import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fold, WHOLE_LIST_LIMIT } from '#contract/lists.ts'
import type { NotificationRow, NotificationTime } from '#contract/notifications.ts'
import { call } from '../ui/call.ts'
import { fetchList, listKey, type ListSource } from '../ui/list/ListSource.ts'
import type { Transfer } from '../ui/modal/useSaving.ts'

export const notificationList: ListSource<NotificationRow> = {
  call: 'GET /api/notifications',
  rowKey: ({ year_id, term_id }) => `${year_id} ${term_id}`,
  searchText: ({ year_name, term_name }) => fold(`${year_name}\n${term_name}`),
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

type Sought = { search: string; isFailed: boolean }

/** The letters of a term or of all terms, limited to those that a search finds or to those that failed. */
export const sentQuery = (row: NotificationTime | undefined, { search, isFailed }: Sought) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'sent', row && timeOf(row), search, isFailed],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/notifications/sent', {
        query: {
          ...(row && timeOf(row)),
          ...(search && { search }),
          ...(isFailed && { failed: '1' as const }),
          ...(pageParam && { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

/** A letter that has been sent, or the preview of one. */
export type LetterOf = { sent: number } | { time: NotificationTime; supporter_id: number }

export const letterQuery = (of: LetterOf) =>
  queryOptions({
    queryKey: ['notifications', 'letter', of],
    queryFn: async ({ signal }) => {
      const { data } = await ('sent' in of
        ? call('GET /api/notifications/sent/:id', { params: { id: of.sent }, signal })
        : call('GET /api/notifications/letter', {
            query: { ...of.time, supporter_id: of.supporter_id },
            signal,
          }))
      return data
    },
    // A sent letter does not change; a preview is never shown from the cache.
    ...('sent' in of ? { staleTime: Infinity } : { staleTime: 0, gcTime: 0 }),
  })

export const sendNotifications = (row: NotificationTime, seen: string | undefined, transfer: Transfer) =>
  call('POST /api/notifications', { body: { ...timeOf(row), seen }, ...transfer })

export const retryFailed = (row: NotificationTime) =>
  call('POST /api/notifications/retry', { body: timeOf(row) })
