import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import {
  type DuplicatePair,
  type PairAnswerForm,
  pairSearchText,
  type PairState,
} from '#contract/students/duplicates.ts'
import { call } from '../../ui/call.ts'
import { listKey, type ListSource } from '../../ui/list/rows/ListSource.ts'
import { useListRows } from '../../ui/list/rows/useListRows.ts'
import type { ListControls } from '../../ui/list/rows/useListState.ts'

type Counted = { counts: Record<PairState, number> }

const duplicates: ListSource<DuplicatePair, Counted> = {
  call: 'GET /api/students/duplicates',
  rowKey: pairKey,
  searchText: pairSearchText,
}

export const duplicatesKey = listKey(duplicates)

/** The number of pairs in each state. */
export const duplicateCountsQuery = queryOptions({
  queryKey: [...duplicatesKey, 'counts'],
  queryFn: async ({ signal }) =>
    (await call('GET /api/students/duplicates', { query: { page: 1, size: 1 }, signal })).counts,
})

/** The pairs in a state, and the number of pairs in each state. */
export function useDuplicates(state: PairState, controls: ListControls) {
  const source = useMemo(() => ({ ...duplicates, filter: { state } }), [state])
  const list = useListRows<DuplicatePair, Counted>(source, noColumns, controls)
  return { list, counts: list.beside?.counts }
}

export const noColumns: [] = []

export function pairKey({ first, second }: DuplicatePair): string {
  return `${first.id} ${second.id}`
}

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
