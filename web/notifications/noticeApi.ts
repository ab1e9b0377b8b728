import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fold } from '#contract/fold.ts'
import type { NoticeRow, NoticeTime } from '#contract/notifications.ts'
import { call } from '../ui/call.ts'
import type { ListSource } from '../ui/list/ListSource.ts'
import type { Transfer } from '../ui/modal/useSaving.ts'

export const noticeList: ListSource<NoticeRow> = {
  call: 'GET /api/notifications',
  rowKey: ({ year_id, term_id }) => `${year_id} ${term_id}`,
  searchText: ({ year_name, term_name }) => fold(`${year_name}\n${term_name}`),
}

export const timeOf = ({ year_id, term_id }: NoticeTime): NoticeTime => ({ year_id, term_id })

export const previewQuery = (row: NoticeTime) =>
  queryOptions({
    queryKey: ['notices', 'preview', timeOf(row)],
    queryFn: async ({ signal }) =>
      (await call('GET /api/notifications/preview', { query: timeOf(row), signal })).data,
    // What would go out is never told from memory.
    staleTime: 0,
    gcTime: 0,
  })

type Sought = { search: string; isFailed: boolean }

/** The letters of a term, or of all; those about whoever is searched for, or only those that failed. */
export const sentQuery = (row: NoticeTime | undefined, { search, isFailed }: Sought) =>
  infiniteQueryOptions({
    queryKey: ['notices', 'sent', row && timeOf(row), search, isFailed],
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

/** A letter that has left, or one that would. */
export type LetterOf = { sent: number } | { time: NoticeTime; supporter_id: number }

export const letterQuery = (of: LetterOf) =>
  queryOptions({
    queryKey: ['notices', 'letter', of],
    queryFn: async ({ signal }) => {
      const { data } = await ('sent' in of
        ? call('GET /api/notifications/sent/:id', { params: { id: of.sent }, signal })
        : call('GET /api/notifications/letter', {
            query: { ...of.time, supporter_id: of.supporter_id },
            signal,
          }))
      return data
    },
    // What has left does not change; what would leave is never told from memory.
    ...('sent' in of ? { staleTime: Infinity } : { staleTime: 0, gcTime: 0 }),
  })

export const sendNotices = (row: NoticeTime, seen: string | undefined, transfer: Transfer) =>
  call('POST /api/notifications', { body: { ...timeOf(row), seen }, ...transfer })

export const retryFailed = (row: NoticeTime) => call('POST /api/notifications/retry', { body: timeOf(row) })
