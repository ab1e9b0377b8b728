import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Letter, LetterCounts } from '#contract/letters.ts'
import type { NotificationTime } from '#contract/notifications.ts'
import { call } from '../ui/call.ts'
import { type ListState, queryOf } from '../ui/list/rows/listState.ts'
import { retryUntilAnswered, pagedRows } from '../ui/list/rows/useListRows.ts'
import { filtersOf, type LettersAddress } from './lettersAddress.ts'

/** Every query of the letters, which change in the background. */
export const lettersKey = ['letters']

/** The polling interval while letters are being sent. */
const LOOK_AGAIN_MS = 3_000

const isOnTheWay = ({ waiting, sending }: LetterCounts) => waiting + sending > 0

/** The open page of the letters, which the server always pages: there are many, and they change by themselves. */
export function useLetters(address: LettersAddress, settled: ListState) {
  const filters = filtersOf(address)
  const query = useQuery({
    queryKey: [...lettersKey, 'page', filters, settled],
    queryFn: async ({ signal }) => ({
      ...(await call('GET /api/letters', { query: { ...queryOf(settled), ...filters }, signal })),
      asked: settled,
    }),
    placeholderData: keepPreviousData,
    ...retryUntilAnswered,
    refetchInterval: (asked) => {
      const known = asked.state.data
      return known?.mail_server && isOnTheWay(known.counts)
        ? LOOK_AGAIN_MS
        : retryUntilAnswered.refetchInterval(asked)
    },
  })
  const { data } = query
  return { list: pagedRows(query, settled), counts: data?.counts, toRetry: data?.to_retry ?? 0 }
}

/** More rows would slow down the page while it asks again and again. */
export const SENT_SHOWN = 100

/** The letters of one send: the number in each state, and the first of those that are searched, the failed ones first. */
export const sentQuery = (time: NotificationTime, since: number, search: string) =>
  queryOptions({
    queryKey: [...lettersKey, 'sent', time, since, search],
    queryFn: ({ signal }) =>
      call('GET /api/letters', {
        query: { ...time, kind: 'news', since, sort: 'state', size: SENT_SHOWN, ...(search && { search }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      !data || (data.mail_server && isOnTheWay(data.counts)) ? LOOK_AGAIN_MS / 3 : false,
  })

/** A letter of the list, or the preview of one. */
export type LetterOf = { id: number } | { time: NotificationTime; supporter_id: number }

export const letterQuery = (of: LetterOf) =>
  queryOptions({
    queryKey: ['letter', of],
    queryFn: async ({ signal }) => {
      const { data } = await ('id' in of
        ? call('GET /api/letters/:id', { params: { id: of.id }, signal })
        : call('GET /api/notifications/letter', {
            query: { ...of.time, supporter_id: of.supporter_id },
            signal,
          }))
      return data
    },
    // A preview is never shown from the cache.
    ...('id' in of ? {} : { staleTime: 0, gcTime: 0 }),
  })

export const retryLetter = ({ id }: Letter) => call('POST /api/letters/:id/retry', { params: { id } })

export const retryFailed = (address: LettersAddress) => {
  const { state: _always, ...of } = filtersOf(address)
  return call('POST /api/letters/retry', { body: of })
}

export const fetchLink = async ({ id, recipient: name }: Letter): Promise<string> =>
  (await call('POST /api/letters/:id/link', { params: { id }, action: { verb: 'copy the link of', name } }))
    .data.link
