import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fold } from '#contract/fold.ts'
import type {
  NoticeLetter,
  NoticePreview,
  NoticeRow,
  NoticeTime,
  SentCounts,
  SentNotice,
} from '#contract/notifications.ts'
import { http } from '../ui/http.ts'
import type { ListSource } from '../ui/list/ListSource.ts'
import type { Transfer } from '../ui/modal/useSaving.ts'

const PATH = '/api/notifications'

export const noticeList: ListSource<NoticeRow> = {
  path: PATH,
  rowKey: ({ year_id, term_id }) => `${year_id} ${term_id}`,
  searchText: ({ year_name, term_name }) => fold(`${year_name}\n${term_name}`),
}

export const timeOf = ({ year_id, term_id }: NoticeTime): NoticeTime => ({ year_id, term_id })
const get = async <Data>(path: string, query: Record<string, number | string>, signal: AbortSignal) =>
  (await http.get<{ data: Data }>(`${PATH}/${path}`, { query, signal })).data

export const previewQuery = (row: NoticeTime) =>
  queryOptions({
    queryKey: ['notices', 'preview', timeOf(row)],
    queryFn: ({ signal }) => get<NoticePreview>('preview', timeOf(row), signal),
    // What would go out is never told from memory.
    staleTime: 0,
    gcTime: 0,
  })

type SentPage = { data: SentNotice[]; next: number | null; counts: SentCounts }
type Sought = { search: string; isFailed: boolean }

/** The letters of a term, or of all; those about whoever is searched for, or only those that failed. */
export const sentQuery = (row: NoticeTime | undefined, { search, isFailed }: Sought) =>
  infiniteQueryOptions({
    queryKey: ['notices', 'sent', row && timeOf(row), search, isFailed],
    queryFn: ({ pageParam, signal }) =>
      http.get<SentPage>(`${PATH}/sent`, {
        query: {
          ...(row && timeOf(row)),
          ...(search && { search }),
          ...(isFailed && { failed: 1 }),
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
    queryFn: ({ signal }) =>
      'sent' in of
        ? get<NoticeLetter>(`sent/${of.sent}`, {}, signal)
        : get<NoticeLetter>('letter', { ...of.time, supporter_id: of.supporter_id }, signal),
    // What has left does not change; what would leave is never told from memory.
    ...('sent' in of ? { staleTime: Infinity } : { staleTime: 0, gcTime: 0 }),
  })

export const sendNotices = (row: NoticeTime, seen: string | undefined, transfer: Transfer) =>
  http.post<{ message: string; data: NoticeRow; letters: number }>(PATH, { ...timeOf(row), seen }, transfer)

export const retryFailed = (row: NoticeTime) =>
  http.post<{ message: string; letters: number }>(`${PATH}/retry`, timeOf(row))
