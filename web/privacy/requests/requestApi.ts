import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DecisionForm } from '#contract/privacy/requests.ts'
import { WORK_KEY } from '../../students/studentApi.ts'
import { call } from '../../ui/call.ts'
import { type ListState, queryOf } from '../../ui/list/rows/listState.ts'
import { retryUntilAnswered, pagedRows } from '../../ui/list/rows/useListRows.ts'
import type { Transfer } from '../../ui/modal/useSaving.ts'
import type { RequestsAddress } from './requestsAddress.ts'

export const requestsKey = ['requests']

/** The open page of the list, with the counts of its filters. */
export function useRequests({ show, asks }: RequestsAddress, settled: ListState) {
  const filters = { ...(show && { show }), ...(asks && { kind: asks }) }
  const query = useQuery({
    queryKey: [...requestsKey, 'page', filters, settled],
    queryFn: async ({ signal }) => ({
      ...(await call('GET /api/requests', { query: { ...queryOf(settled), ...filters }, signal })),
      asked: settled,
    }),
    placeholderData: keepPreviousData,
    ...retryUntilAnswered,
  })
  return { list: pagedRows(query, settled), counts: query.data?.counts }
}

/** The largest page that the server answers. */
const MOST = 1_000

/** The open requests, the first due first; of one student or of all. */
export const openRequestsQuery = (student?: number) =>
  queryOptions({
    queryKey: [...requestsKey, 'open', student],
    queryFn: async ({ signal }) =>
      (await call('GET /api/requests', { query: { student, size: MOST }, signal })).data,
  })

export const requestCountsQuery = queryOptions({
  queryKey: [...requestsKey, 'counts'],
  queryFn: async ({ signal }) => (await call('GET /api/requests', { query: { size: 1 }, signal })).counts,
})

export const decide = (
  id: number,
  body: Partial<DecisionForm> & Pick<DecisionForm, 'state'>,
  transfer?: Transfer,
) => call('PATCH /api/requests/:id', { params: { id }, body, ...transfer })

/** Shows a change of a request or of a record's erasure everywhere. */
export function useRightsChanged() {
  const client = useQueryClient()
  return () => {
    for (const queryKey of [requestsKey, [WORK_KEY], ['student'], ['retention'], ['list']])
      void client.invalidateQueries({ queryKey })
  }
}
