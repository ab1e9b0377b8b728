import { queryOptions } from '@tanstack/react-query'
import type { Commitment } from '#contract/money/commitments.ts'
import { type BodyOf, call, type CallOptions } from '../../ui/call.ts'

/** The promises of a student as they are now, and which end without the supporter. Never read from the cache, because a save is checked against a version. */
export const promisesQuery = (student: number) =>
  queryOptions({
    queryKey: ['student', student, 'promises'],
    queryFn: ({ signal }) => fetchPromises(student, signal),
    gcTime: 0,
    staleTime: 0,
  })

export const fetchPromises = (student: number, signal?: AbortSignal) =>
  call('GET /api/students/:id/commitments', { params: { id: student }, ...(signal && { signal }) })

/** What is planned, promised and paid for a student in a year. */
export const studentFundingQuery = (student: number, year: number | undefined) =>
  queryOptions({
    queryKey: ['student', student, 'funding', year],
    queryFn: async ({ signal }) =>
      (
        await call('GET /api/students/:id/funding', {
          params: { id: student },
          query: { year: String(year) },
          signal,
        })
      ).data,
    enabled: year !== undefined,
  })

export const addPromise = (
  id: number,
  body: BodyOf<'POST /api/students/:id/commitments'>,
  options: CallOptions,
) => call('POST /api/students/:id/commitments', { params: { id }, body, ...options })

type EditBody = BodyOf<'PUT /api/commitments/:id'>

export const editPromise = (id: number, body: EditBody, options: CallOptions) =>
  call('PUT /api/commitments/:id', { params: { id }, body, ...options })

export type Ending = Pick<EditBody, 'until_year_id' | 'until_term_id' | 'end_reason'>

/** Ends a promise, with its other facts as they are stored. */
export const endPromise = (stored: Commitment, ending: Ending, options: CallOptions) =>
  editPromise(stored.id, { ...stored, ...ending }, options)

export const deletePromise = (id: number, options: CallOptions) =>
  call('DELETE /api/commitments/:id', { params: { id }, ...options })

export const noteReceived = (
  id: number,
  body: BodyOf<'POST /api/commitments/:id/received'>,
  options: CallOptions,
) => call('POST /api/commitments/:id/received', { params: { id }, body, ...options })
