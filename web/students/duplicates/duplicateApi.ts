import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { DuplicatePair, PairAnswer, PairAnswerForm } from '#contract/students/duplicates.ts'
import { searchText } from '#contract/base/lists.ts'
import { call } from '../../ui/call.ts'
import { retryUntilAnswered, useLoadedRows } from '../../ui/list/rows/useListRows.ts'
import type { ListControls } from '../../ui/list/rows/useListState.ts'

export type PairState = PairAnswer | 'open'

export const stateOf = ({ answer }: DuplicatePair): PairState => answer?.answer ?? 'open'
const textOf = ({ first, second }: DuplicatePair) =>
  searchText([first.name, second.name], [first.ref, second.ref])

export const duplicatesQuery = queryOptions({
  queryKey: ['duplicates'],
  queryFn: async ({ signal }) => (await call('GET /api/students/duplicates', { signal })).data,
})

/** The pairs in a state, and the number of pairs in each state. */
export function useDuplicates(state: PairState, controls: ListControls) {
  const { data, error, refetch } = useQuery({ ...duplicatesQuery, ...retryUntilAnswered })
  const shown = useMemo(() => data?.filter((pair) => stateOf(pair) === state), [data, state])
  return {
    list: useLoadedRows(
      { data: shown, searchText: textOf, error, retry: () => void refetch() },
      noColumns,
      controls,
    ),
    countOf: (counted: PairState) => data?.filter((pair) => stateOf(pair) === counted).length,
  }
}

export const noColumns: [] = []

export const pairKey = ({ first, second }: DuplicatePair) => `${first.id} ${second.id}`

/** An answer about a pair; without a form it is withdrawn. */
export type Answering = { pair: DuplicatePair; form: PairAnswerForm | undefined }

/** Answers pairs one at a time: the last answer, and why one was refused. */
export function useAnswers(onAnswered: () => void) {
  const client = useQueryClient()
  const [done, setDone] = useState<Answering>()
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: ({ pair: { first, second }, form }: Answering) => {
      const params = { first: first.id, second: second.id }
      return form
        ? call('PUT /api/students/duplicates/:first/:second', { params, body: form })
        : call('DELETE /api/students/duplicates/:first/:second', { params })
    },
    onSuccess: async (_answer, answering) => {
      // A status may have changed as well, which many screens show.
      await client.invalidateQueries()
      setDone(answering)
      onAnswered()
    },
  })
  return {
    done,
    answer: (answering: Answering) => {
      if (!isPending) mutate(answering)
    },
    errorOf: (pair: DuplicatePair) =>
      error && variables && pairKey(variables.pair) === pairKey(pair) ? error.message : undefined,
  }
}
