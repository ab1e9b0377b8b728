import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DuplicatePair, PairAnswerForm, PairState } from '#contract/duplicates.ts'
import { call } from '../../ui/call.ts'
import { type ListState, queryOf } from '../../ui/list/listState.ts'
import { pagedRows } from '../../ui/list/pagedRows.ts'
import { goOnTrying } from '../../ui/list/useListRows.ts'

/** The open page of the pairs in a state, and the number of pairs in each state. */
export function useDuplicates(answer: PairState, settled: ListState) {
  const query = useQuery({
    queryKey: ['duplicates', answer, settled],
    queryFn: async ({ signal }) => ({
      ...(await call('GET /api/students/duplicates', { query: { ...queryOf(settled), answer }, signal })),
      asked: settled,
    }),
    placeholderData: keepPreviousData,
    ...goOnTrying,
  })
  return { list: pagedRows(query, settled), counts: query.data?.meta.counts }
}

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
