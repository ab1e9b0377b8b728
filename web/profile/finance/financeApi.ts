import { queryOptions } from '@tanstack/react-query'
import type { AnnualDocument, DocumentForm } from '#contract/documents.ts'
import type { Finance } from '#contract/receipts.ts'
import { http } from '../../ui/http.ts'
import type { Transfer } from '../../ui/modal/useSaving.ts'

/** What a student cost in a year, in the order of the terms. */
export const yearReceiptsQuery = (student: number, year: number) =>
  queryOptions({
    queryKey: ['receipts', 'profile', student, year],
    queryFn: ({ signal }) =>
      http.get<{ data: Finance[] }>('/api/finance/', { query: { query: 'profile', year, student }, signal }),
    select: ({ data }) => data,
  })

/** The fee structure and the account statement of a student's year, those that there are. */
export const documentsQuery = (student: number, year: number) =>
  queryOptions({
    queryKey: ['documents', student, year],
    queryFn: ({ signal }) =>
      http.get<{ data: AnnualDocument[] }>('/api/doc/', { query: { year, student }, signal }),
    select: ({ data }) => data,
  })

export function uploadDocument({ type, studId, year }: DocumentForm, file: File, transfer: Transfer) {
  const body = new FormData()
  for (const [field, value] of Object.entries({ type, studId, year })) body.set(field, String(value))
  body.set('file', file)
  return http.post<{ message: string }>('/api/doc', body, transfer)
}
