import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fetchRecord, recordsQuery } from '../recordApi.ts'
import type { AnyRecordRow, RecordKind, Records } from '../recordKinds.ts'
import { newValues, type Proposing, type RecordEditor, type RecordValues } from './recordEditor.ts'

/** The initial values of a new record. If the last record cannot be loaded, they are empty, as for the first. */
export function useNewRecord<Kind extends RecordKind>(
  editor: RecordEditor<Kind>,
  student: number,
  { time, before }: Omit<Proposing<Kind>, 'last'>,
): { values: RecordValues<Kind> | undefined; last: Records[Kind] | undefined } {
  const client = useQueryClient()
  const { kind } = editor
  // Under its own key, because saving this form must not change the proposal.
  const { data: last, isLoading } = useQuery({
    queryKey: ['proposing', kind, student],
    queryFn: async ({ signal }) => {
      const [newest] = (await client.fetchQuery(recordsQuery(kind, student))).data
      return newest ? fetchRecord(kind, newest.id, signal) : null
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const values = useMemo(
    () => (isLoading ? undefined : newValues(editor, student, { time, last, before })),
    [isLoading, editor, student, time, last, before],
  )
  return { values, last: before ? undefined : (last ?? undefined) }
}

/** Finds the student's existing record of the chosen term, for kinds that have one per term. */
export function useTaken<Kind extends RecordKind>(
  { kind, isOneATerm = false }: RecordEditor<Kind>,
  student: number,
  own?: number,
) {
  const { data = [] } = useQuery({ ...recordsQuery(kind, student), enabled: isOneATerm })
  return ({ year_id, term_id }: RecordValues<Kind>): AnyRecordRow | undefined =>
    isOneATerm
      ? data.find(
          (row) => String(row.year_id) === year_id && String(row.term_id) === term_id && row.id !== own,
        )
      : undefined
}
