import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { WHOLE_LIST_LIMIT } from '#contract/base/lists.ts'
import type { NotificationTime, Work } from '#contract/notifications.ts'
import type { Lack, Missing } from '#contract/records/steps.ts'
import { call, callRows } from '../ui/call.ts'
import { WORK_KEY } from '../students/studentApi.ts'

/** Other users' saves are shown at the first look at the window after this time. */
const FRESH_MS = 60_000

/** The students for whom the user has a step to take. The nav bar counts them, so every save that changes them invalidates it. */
export const workQuery = queryOptions({
  queryKey: [WORK_KEY],
  queryFn: async ({ signal }) => (await call('GET /api/notifications/work', { signal })).data,
  staleTime: FRESH_MS,
})

/** How many things My work lists: students with a step, and other lines. */
export const thingsOf = ({ total, others }: Work) => total + others

/** The user's own students who come of age, without a consent of their own. */
export const newAdultsQuery = queryOptions({
  queryKey: [WORK_KEY, 'adults'],
  queryFn: async ({ signal }) => (await call('GET /api/consents?query=adults', { signal })).data,
})

/** The terms that have records, the newest first. */
export const termsQuery = queryOptions({
  queryKey: [WORK_KEY, 'times'],
  queryFn: async ({ signal }) => (await call('GET /api/notifications/terms', { signal })).data,
})

export type MissingAsked = {
  /** Only the students of My work, and the user's own who wait for others. */
  mine?: '1'
  time?: NotificationTime | undefined
  lack?: Lack | undefined
  search?: string
}

/** Students of a page, by liaison officer and name, as the server sorts them. */
const PAGE = 50
const pageOf = ({ mine, time, lack, search }: MissingAsked, page: number, size = PAGE) => ({
  ...(mine && { mine }),
  ...(time && { year_id: time.year_id, term_id: time.term_id }),
  ...(lack && { lack }),
  ...(search && { search }),
  sort: 'liaison',
  page,
  size,
})

/** The first page that came with the first answer is not fetched again at once. */
const FIRST_PAGE_FRESH_MS = 2_000

/** The same by page, where there are too many to load them all. */
export const missingPagesQuery = (asked: MissingAsked) =>
  infiniteQueryOptions({
    queryKey: [WORK_KEY, 'pages', asked],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/notifications/missing', { query: pageOf(asked, pageParam), signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }, pages) => (pages.length * PAGE < meta.total ? pages.length + 1 : null),
    staleTime: FIRST_PAGE_FRESH_MS,
    placeholderData: keepPreviousData,
  })

/** All rows if there are not more than `whole`, else the first page. */
const wholeQuery = (queryKey: readonly unknown[], asked: MissingAsked, whole: number) =>
  queryOptions({
    queryKey: [WORK_KEY, ...queryKey],
    queryFn: async ({ client, signal }) => {
      const query = { ...pageOf(asked, 1), whole }
      const answer = await call('GET /api/notifications/missing', { query, signal })
      if (!answer.meta.whole)
        client.setQueryData(missingPagesQuery(asked).queryKey, { pages: [answer], pageParams: [1] })
      return answer
    },
  })

/** What is open, for all students that the user may see: now, or in a term. */
export const missingQuery = (time?: NotificationTime) =>
  wholeQuery(['of', time?.year_id, time?.term_id], { time }, WHOLE_LIST_LIMIT)

/** More than the students of any liaison officer; those who verify the records of a large charity load My work by page. */
const OWN_AT_ONCE = 1_000
export const MINE: MissingAsked = { mine: '1' }

/** The rows of My work, and the user's own students who wait for others. */
export const ownMissingQuery = wholeQuery(['mine'], MINE, OWN_AT_ONCE)

export const missingCountsQuery = (time?: NotificationTime) =>
  queryOptions({
    queryKey: [WORK_KEY, 'counts', time?.year_id, time?.term_id],
    queryFn: ({ signal }) =>
      call('GET /api/notifications/missing/counts', {
        query: time && { year_id: time.year_id, term_id: time.term_id },
        signal,
      }),
  })

/** How many students are listed without a term, a filter or a search. */
export const missingTotalQuery = queryOptions({
  queryKey: [WORK_KEY, 'total'],
  queryFn: async ({ signal }) =>
    (await call('GET /api/notifications/missing', { query: { size: 1 }, signal })).meta.total,
})

/** All students that a filter and a search find, for a download. */
export const streamMissing = ({ time, lack, search }: MissingAsked) =>
  callRows<Missing>('GET /api/notifications/missing', {
    year_id: time?.year_id,
    term_id: time?.term_id,
    lack,
    search: search || undefined,
    sort: 'liaison',
  })
