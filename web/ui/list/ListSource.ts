import type { Key } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import type { AllCalls } from '#contract/calls.ts'
import type { ListMeta, ListQuery } from '#contract/lists.ts'
import { call } from '../call.ts'

export type ListAnswer<Row> = { data: Row[]; meta: ListMeta }

/** The calls that answer a list of such rows. */
type ListCall<Row> = {
  [Name in keyof AllCalls]: Extract<AnswerOf<AllCalls[Name]>, ListAnswer<Row>> extends never ? never : Name
}[keyof AllCalls]

/** Where a list comes from. One constant per list, shared by its panel and by what changes its rows. */
export type ListSource<Row> = {
  call: ListCall<Row>
  rowKey: (row: Row) => Key
  /** What a search looks through, folded. */
  searchText: (row: Row) => string
}

export async function fetchList<Row>(
  source: ListSource<Row>,
  asked: ListQuery,
  signal: AbortSignal,
): Promise<ListAnswer<Row>> {
  // ListCall has picked a call whose answer holds such rows, which TypeScript cannot follow for a Row it does not know.
  return call(source.call, { query: asked, signal } as never) as Promise<unknown> as Promise<ListAnswer<Row>>
}

/** Under what the answers of a list are kept. */
export const listKey = <Row>(source: ListSource<Row>) => ['list', source.call] as const
