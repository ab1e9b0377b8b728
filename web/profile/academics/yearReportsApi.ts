import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Report, ReportRow } from '#contract/reportCards.ts'
import { http } from '../../ui/http.ts'

/** A student's reports of a year, in the order of the terms. The year before stays until the chosen one is there. */
export const yearReportsQuery = (student: number, year: number | undefined) =>
  queryOptions({
    queryKey: ['reports', 'profile', student, year],
    queryFn: async ({ signal }) =>
      (
        await http.get<{ data: Report[] }>('/api/reports/', {
          query: { query: 'profile', year, student },
          signal,
        })
      ).data,
    enabled: year !== undefined,
    placeholderData: keepPreviousData,
  })

/** All reports of a student, the newest first. */
export const allReportsQuery = (student: number) =>
  queryOptions({
    queryKey: ['reports', 'student', student],
    queryFn: async ({ signal }) =>
      (await http.get<{ data: ReportRow[] }>('/api/reports', { query: { query: student }, signal })).data,
  })
