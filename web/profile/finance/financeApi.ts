import { queryOptions } from '@tanstack/react-query'
import type { DocumentForm } from '#contract/records/documents.ts'
import { call } from '../../ui/call.ts'
import type { Transfer } from '../../ui/modal/useSaving.ts'

/** A student's receipts of a year, in the order of the terms. */
export const yearReceiptsQuery = (student: number, year: number | undefined) =>
  queryOptions({
    queryKey: ['receipts', 'profile', student, year],
    queryFn: ({ signal }) =>
      call('GET /api/finance?query=profile', { query: { year: year ?? '', student }, signal }),
    enabled: year !== undefined,
    select: ({ data }) => data,
  })

/** The fee structure and the account statement of a student's year, if there are any. */
export const documentsQuery = (student: number, year: number) =>
  queryOptions({
    queryKey: ['documents', student, year],
    queryFn: ({ signal }) => call('GET /api/doc', { query: { year, student }, signal }),
    select: ({ data }) => data,
  })

export const uploadDocument = (form: DocumentForm, file: File, transfer: Transfer) =>
  call('POST /api/doc', { body: form, files: { file }, ...transfer })
