import { useQuery } from '@tanstack/react-query'
import { fold } from '#contract/fold.ts'
import type { HeldRows } from '../ui/list/useListRows.ts'
import type { AnnualAnswer, AnnualKind, AnnualRow } from './AnnualKind.ts'
import type { useAnnualYear } from './useAnnualYear.ts'

const NOTHING: AnnualAnswer = { rows: [], terms: [] }

/** Every student's year, and the terms that are its columns. */
export function useAnnualRows(
  kind: AnnualKind,
  { years, chosen, error, retry }: ReturnType<typeof useAnnualYear>,
) {
  const answer = useQuery({
    queryKey: [...kind.key, chosen?.id],
    queryFn: ({ signal }) => (chosen ? kind.fetch(chosen.id, signal) : NOTHING),
    enabled: years !== undefined,
    // To compare ten thousand rows with those before them takes longer than to draw a page of them.
    structuralSharing: false,
  })
  const held: HeldRows<AnnualRow> = {
    data: answer.data?.rows,
    searchText,
    error: error ?? answer.error,
    retry: () => (error ? retry() : void answer.refetch()),
  }
  return { held, terms: answer.data?.terms ?? NOTHING.terms }
}

const searchText = ({ student }: AnnualRow) => fold(student)
