import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { AnswerOf } from '#contract/base/call.ts'
import { searchText } from '#contract/base/lists.ts'
import type { AllCalls } from '#contract/calls.ts'
import type { PromiseLetterKind } from '#contract/money/commitments.ts'
import type { FundingRow, WaitingStudent } from '#contract/money/funding.ts'
import { refreshFunding } from '../students/promises/refreshFunding.ts'
import { WORK_KEY } from '../students/studentApi.ts'
import { call } from '../ui/call.ts'
import { listKey, type ListSource } from '../ui/list/rows/ListSource.ts'

/** The ids of a year and a term in a call; without a year it is that of the present term. */
export type TimeIds = { year?: number; term?: number }

export type FundingSums = Omit<AnswerOf<AllCalls['GET /api/funding']>['data'], 'students'>

/** The rows of the call have the sums beside them. */
export const fundingList: ListSource<FundingRow> = {
  call: 'GET /api/funding',
  hasPagesOnly: true,
  rowKey: ({ student_id }) => student_id,
  searchText: ({ name, ref }) => searchText([name], [ref]),
}

/** The sums of all students, or of a school’s. They stay on the screen while those of another time load. */
export const sumsQuery = (asked: TimeIds & { school?: number }) =>
  queryOptions({
    queryKey: [...listKey(fundingList), 'sums', asked],
    queryFn: async ({ signal }): Promise<FundingSums> =>
      (await call('GET /api/funding', { query: { ...asked, page: 1, size: 1 }, signal })).data,
    placeholderData: keepPreviousData,
  })

export const schoolSumsQuery = (time: TimeIds) =>
  queryOptions({
    queryKey: [...listKey(fundingList), 'schools', time],
    queryFn: async ({ signal }) =>
      (await call('GET /api/funding?query=schools', { query: time, signal })).data,
    placeholderData: keepPreviousData,
  })

export type SchoolSums = AnswerOf<AllCalls['GET /api/funding?query=schools']>['data'][number]

/** Promises that are late at a time, or that end soon. */
export const renewalsQuery = (kind: PromiseLetterKind, time: TimeIds) =>
  queryOptions({
    queryKey: [...listKey(fundingList), kind, time],
    queryFn: async ({ signal }) =>
      kind === 'late'
        ? (await call('GET /api/funding?query=late', { query: time, signal })).data
        : (await call('GET /api/funding?query=ends_soon', { signal })).data,
    placeholderData: keepPreviousData,
  })

export type WaitingMeta = Pick<
  AnswerOf<AllCalls['GET /api/funding?query=waiting']>['meta'],
  'publication' | 'since'
>

export const waitingList: ListSource<WaitingStudent, { meta: WaitingMeta }> = {
  call: 'GET /api/funding?query=waiting',
  rowKey: ({ student_id }) => student_id,
  searchText: ({ name, ref }) => searchText([name], [ref]),
}

/** Shows a change of plans, promises or payments everywhere: the lists and figures of money, students, and the remaining work. */
export function useFundingChanged() {
  const client = useQueryClient()
  return useCallback(() => {
    refreshFunding(client)
    for (const queryKey of [['student'], [WORK_KEY]]) void client.invalidateQueries({ queryKey })
  }, [client])
}

type Figures = { year_id: number; how: 'print' | 'download'; rows: FundingRow[] }

/** Notes the students whose figures leave Elimu. */
export async function noteFigures({ year_id, how, rows }: Figures, keyOf: (content: string) => string) {
  if (rows.length === 0) return
  const students = rows.map(({ student_id }) => student_id)
  const body = { what: 'figures', year_id, how, students } as const
  await call('POST /api/funding/departures', { body, idempotencyKey: keyOf(JSON.stringify(body)) })
}

/** The children whose list may leave Elimu, which notes each of them. */
export const takeWaitingList = async (how: 'print' | 'download') =>
  (await call('POST /api/funding/waiting', { body: { how } })).data

export async function* downloadWaitingList() {
  yield await takeWaitingList('download')
}
