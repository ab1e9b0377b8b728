import type { Key } from 'react'
import type { AnswerOf } from '#contract/base/call.ts'
import type { AllCalls } from '#contract/calls.ts'
import { call, callRows } from '../../call.ts'
import type { ListMeta, ListQuery, SearchText } from '#contract/base/lists.ts'

/** `Beside` is what some lists have beside their rows, such as counts. */
export type ListAnswer<Row, Beside = object> = { data: Row[]; meta: ListMeta } & Beside

/** An answer whose data are sums, and the students that they add up. */
type SummedAnswer<Row> = { data: { students: Row[] }; meta: ListMeta }

/** The calls that return a list of such rows. */
type ListCall<Row, Beside> = {
  [Name in keyof AllCalls]: Extract<
    AnswerOf<AllCalls[Name]>,
    ListAnswer<Row, Beside> | SummedAnswer<Row>
  > extends never
    ? never
    : Name
}[keyof AllCalls]

/** Where rows come from. One constant per list, shared by its panel and by what changes its rows. */
export type RowSource<Row, Beside = object> = {
  call: ListCall<Row, Beside>
  rowKey: (row: Row) => Key
  /** Other parameters of the call, by name. */
  filter?: Record<string, number | string>
  /** The parameters are not known yet. */
  isOff?: boolean
  /** The server answers pages, but not all rows as one stream. */
  hasPagesOnly?: true
}

/** Where the rows of a list come from that the browser or the server searches. */
export type ListSource<Row, Beside = object> = RowSource<Row, Beside> & {
  searchText: (row: Row) => SearchText
  /** The order until the user chooses one, if it is not the server's own. */
  order?: string
}

export async function fetchList<Row, Beside>(
  source: RowSource<Row, Beside>,
  asked: ListQuery,
  signal?: AbortSignal,
): Promise<ListAnswer<Row, Beside>> {
  // ListCall only allows calls that return such rows, but TypeScript cannot infer that for a generic Row.
  const answer = (await call(source.call, {
    query: { ...asked, ...source.filter },
    signal,
  } as never)) as unknown as ListAnswer<Row, Beside> | (SummedAnswer<Row> & Beside)
  const { data } = answer
  return { ...answer, data: Array.isArray(data) ? data : data.students }
}

/** The largest page that the server answers. */
const LARGEST_PAGE = 1_000

/** All rows that a search finds, in batches. */
export function streamList<Row, Beside>(
  source: RowSource<Row, Beside>,
  asked: Pick<ListQuery, 'search' | 'sort'>,
): AsyncGenerator<Row[]> {
  return source.hasPagesOnly
    ? pagesOf(source, asked)
    : callRows<Row>(source.call, { ...source.filter, ...asked })
}

async function* pagesOf<Row, Beside>(
  source: RowSource<Row, Beside>,
  asked: Pick<ListQuery, 'search' | 'sort'>,
): AsyncGenerator<Row[]> {
  for (let page = 1, isLast = false; !isLast; page++) {
    const { data, meta } = await fetchList(source, { ...asked, page, size: LARGEST_PAGE })
    yield data
    isLast = page * LARGEST_PAGE >= meta.total
  }
}

/** The query key of a list's answers, for all filters. */
export const listKey = ({ call: name }: { call: keyof AllCalls }) => ['list', name] as const

/** The query key of the answers for this source's filter. */
export const filteredKey = <Row, Beside>(source: RowSource<Row, Beside>) =>
  [...listKey(source), ...(source.filter ? [source.filter] : [])] as const
