import type { Key } from 'react'
import type { AnswerOf } from '#contract/base/call.ts'
import type { AllCalls } from '#contract/calls.ts'
import { call } from '../../call.ts'
import type { ListMeta, ListQuery, SearchText } from '#contract/base/lists.ts'

export type ListAnswer<Row> = { data: Row[]; meta: ListMeta }

/** The calls that return a list of such rows. */
type ListCall<Row> = {
  [Name in keyof AllCalls]: Extract<AnswerOf<AllCalls[Name]>, ListAnswer<Row>> extends never ? never : Name
}[keyof AllCalls]

/** Where rows come from. One constant per list, shared by its panel and by what changes its rows. */
export type RowSource<Row> = {
  call: ListCall<Row>
  rowKey: (row: Row) => Key
  /** Other parameters of the call, by name. */
  filter?: Record<string, number | string>
}

/** Where the rows of a list come from that the browser or the server searches. */
export type ListSource<Row> = RowSource<Row> & {
  searchText: (row: Row) => SearchText
  /** The order until the user chooses one, if it is not the server's own. */
  order?: string
}

export async function fetchList<Row>(
  source: RowSource<Row>,
  asked: ListQuery,
  signal: AbortSignal,
): Promise<ListAnswer<Row>> {
  // ListCall only allows calls that return such rows, but TypeScript cannot infer that for a generic Row.
  return call(source.call, {
    query: { ...asked, ...source.filter },
    signal,
  } as never) as Promise<unknown> as Promise<ListAnswer<Row>>
}

/** The query key of a list's answers, for all filters. */
export const listKey = <Row>(source: RowSource<Row>) => ['list', source.call] as const

/** The query key of the answers for this source's filter. */
export const filteredKey = <Row>(source: RowSource<Row>) =>
  [...listKey(source), ...(source.filter ? [source.filter] : [])] as const
