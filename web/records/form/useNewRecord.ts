import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../ui/call.ts'
import { fetchRecord, listTermsQuery, recordsQuery } from '../recordApi.ts'
import type { OpenPayment } from '../receipts/openPayments.ts'
import type { AnyRecordRow, RecordKind, Records } from '../recordKinds.ts'
import { newValues, type Proposing, type RecordEditor, type RecordValues } from './recordEditor.ts'

/**
 * The initial values of a new record: the term is the newest one with records of the kind, which My work asks for, unless
 * the student has that report card. If the last record cannot be loaded, they are empty, as for the first.
 */
export function useNewRecord<Kind extends RecordKind>(
  editor: RecordEditor<Kind>,
  student: number,
  { time, before }: Pick<Proposing<Kind>, 'time' | 'before'>,
): {
  values: RecordValues<Kind> | undefined
  last: Records[Kind] | undefined
  paid: Paid<Kind> | undefined
} {
  const client = useQueryClient()
  const { kind, isOneATerm } = editor
  // Under its own key, because saving this form must not change the proposal.
  const { data, isLoading } = useQuery({
    queryKey: ['proposing', kind, student],
    queryFn: async ({ signal }) => {
      const [{ data: rows }, terms, payments] = await Promise.all([
        client.fetchQuery(recordsQuery(kind, student)),
        client.fetchQuery(listTermsQuery(kind)).catch(() => null),
        // Without them the form is the ordinary one; the receipt can be linked later.
        editor.paid?.load(client, student).catch(() => []),
      ])
      const term = terms?.terms.at(-1)
      const newest = terms && term && { year_id: terms.year_id, term_id: term.id }
      const isTaken = rows.some(
        ({ year_id, term_id }) => year_id === newest?.year_id && term_id === newest.term_id,
      )
      return {
        class_id: rows[0] ? null : await fetchClass(student, signal).catch(() => null),
        last: rows[0] ? await fetchRecord(kind, rows[0].id, signal) : null,
        newest: isOneATerm && isTaken ? null : newest,
        payments,
      }
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const plain = useMemo(
    () =>
      isLoading
        ? undefined
        : newValues(editor, student, {
            time: time ?? data?.newest ?? undefined,
            last: data?.last,
            class_id: data?.class_id,
            before,
          }),
    [isLoading, editor, student, time, data, before],
  )
  const payments = data?.payments
  const values = useMemo(
    () => plain && { ...plain, ...(payments && editor.paid?.propose(payments, plain, time)) },
    [plain, payments, editor, time],
  )
  return {
    values,
    last: before ? undefined : (data?.last ?? undefined),
    paid: plain && payments && payments.length > 0 ? { payments, plain } : undefined,
  }
}

/** The payments that a new record may be about, and its values if it is about none of them. */
export type Paid<Kind extends RecordKind> = { payments: OpenPayment[]; plain: RecordValues<Kind> }

/** The student's class before their first record. */
async function fetchClass(id: number, signal: AbortSignal): Promise<number | null> {
  const { data } = await call('GET /api/students/:id?query=profile', { params: { id }, signal })
  return data.class_id
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
