import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../ui/call.ts'

/** A student's report cards of a year, by term. The previous year stays in place until the chosen one is loaded. */
export const yearReportsQuery = (student: number, year: number | undefined) =>
  queryOptions({
    queryKey: ['reports', 'profile', student, year],
    queryFn: async ({ signal }) =>
      (await call('GET /api/reports?query=profile', { query: { year: year ?? '', student }, signal })).data,
    enabled: year !== undefined,
    placeholderData: keepPreviousData,
  })

/** All reports of a student, the newest first. */
export const allReportsQuery = (student: number) =>
  queryOptions({
    queryKey: ['reports', 'student', student],
    queryFn: async ({ signal }) =>
      (await call('GET /api/reports?query=:student', { params: { student }, signal })).data,
  })
