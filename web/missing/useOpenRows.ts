import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { NotificationTime } from '#contract/notifications.ts'
import type { Lack, Missing } from '#contract/records/steps.ts'
import { findRows } from '../ui/list/rows/arrangeRows.ts'
import type { ListState } from '../ui/list/rows/listState.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { arrangeMissing } from './arrangeMissing.ts'
import { everyLack, isLacking } from './steps.ts'
import {
  type MissingAsked,
  missingCountsQuery,
  missingPagesQuery,
  missingQuery,
  streamMissing,
} from './workApi.ts'

export type OpenCounts = {
  /** The students for whom something is open, and with those for whom nothing is. */
  total: number
  students: number
  lacks: Record<Lack, number>
  to_verify: number
  /** Those with a step for the user, and those of other liaison officers. */
  mine: number
  others: number
}

type Asked = {
  term: NotificationTime | undefined
  isLoaded: boolean
  /** Whether the user sees all students. */
  seesAll: boolean
  lack: Lack | undefined
  /** The search as typed so far, and as of the last pause in typing. */
  shown: ListState
  settled: ListState
}

/**
 * The students of What Is Missing whom a filter and a search find. Up to WHOLE_LIST_LIMIT the browser has them all, and
 * searches them; above that the server does.
 */
export function useOpenRows({ term, isLoaded, seesAll, lack, shown, settled }: Asked) {
  const { id } = useSessionUser()
  const asked = { time: term, lack, search: settled.search }
  const listed = useWholeOrPages(missingQuery(term), asked, isLoaded)
  const { answer, isPaged } = listed
  const counted = useQuery({ ...missingCountsQuery(term), enabled: isPaged })

  const all = isPaged ? NONE : listed.rows
  const found = useFound(all, lack, shown.search)
  const counts = useMemo(() => countRows(all, answer?.students ?? 0, seesAll, id), [all, answer, seesAll, id])
  const isAnswered = !isPaged || counted.data !== undefined
  return {
    answer: isAnswered ? answer : undefined,
    rows: isPaged ? listed.rows : found,
    counts: counted.data && isPaged ? { ...counted.data, mine: 0, others: 0 } : counts,
    total: listed.total,
    loadMore: listed.loadMore,
    ...(isPaged ? { streamRows: () => streamMissing(asked) } : { found }),
    error: listed.error ?? (isPaged ? counted.error : null),
    retry: () => {
      listed.retry()
      if (counted.error) void counted.refetch()
    },
  }
}

/** The students of a first answer that has them all, or page by page those of what is asked. */
export function useWholeOrPages(whole: ReturnType<typeof missingQuery>, asked: MissingAsked, isOn = true) {
  // Once the server pages, only pages are fetched, so that a change takes one request.
  const first = useQuery({ ...whole, enabled: ({ state }) => isOn && state.data?.meta.whole !== false })
  const isPaged = first.data?.meta.whole === false
  const pages = useInfiniteQuery({ ...missingPagesQuery(asked), enabled: isPaged })
  const paged = useMemo(() => pages.data?.pages.flatMap(({ data }) => data) ?? NONE, [pages.data])
  const answer = isPaged ? pages.data?.pages[0] : first.data
  return {
    answer,
    isPaged,
    rows: isPaged ? paged : (first.data?.data ?? NONE),
    /** The number of students with those that are not loaded yet; undefined if all are. */
    total: isPaged ? answer?.meta.total : undefined,
    loadMore: async () => void (await pages.fetchNextPage()),
    error: first.error ?? (isPaged ? pages.error : null),
    retry: () => [first, pages].forEach((each) => each.error && void each.refetch()),
  }
}

const NONE: Missing[] = []

function countRows(rows: Missing[], students: number, seesAll: boolean, id: number): OpenCounts {
  const countOf = (isSo: (row: Missing) => boolean) => rows.filter(isSo).length
  const lacks = Object.fromEntries(everyLack.map((lack) => [lack, countOf((row) => isLacking(row, lack))]))
  return {
    total: rows.length,
    students,
    lacks: lacks as Record<Lack, number>,
    to_verify: countOf(({ step }) => step === 'verify'),
    mine: countOf(({ step }) => step !== null),
    // Records that were returned to the user may be of others' students.
    others: seesAll ? 0 : countOf(({ liaison_id }) => liaison_id !== id),
  }
}

/** The rows that match a search and a filter, in order. Deferred, so that typing stays responsive. */
function useFound(rows: Missing[], lack: Lack | undefined, typed: string): Missing[] {
  const search = useDeferredValue(typed)
  const arranged = useMemo(() => arrangeMissing(rows), [rows])
  return useMemo(
    () =>
      findRows(arranged, search)
        .map(({ row }) => row)
        .filter((row) => !lack || isLacking(row, lack)),
    [arranged, search, lack],
  )
}
