import { queryOptions } from '@tanstack/react-query'
import type { Report, ReportRow } from '#contract/reportCards.ts'
import { http } from '../../ui/http.ts'
import type { Transfer } from '../../ui/modal/useSaving.ts'
import type { EditedReport, NewReport } from './reportForm.ts'

export type ReportSaved = { message: string; data: Report }

/** All of a student, the newest term first. */
export const reportsQuery = (student_id: number) =>
  queryOptions({
    queryKey: ['reports', 'of', student_id],
    queryFn: ({ signal }) =>
      http.get<{ data: ReportRow[] }>('/api/reports', { query: { query: student_id }, signal }),
    select: ({ data }) => data,
  })

/** A report to edit: always asked for anew, because the version that comes along is what a save is checked by. */
export const reportToEditQuery = (id: number) =>
  queryOptions({
    queryKey: ['reports', 'edit', id],
    queryFn: async ({ signal }) =>
      (await http.get<{ data: Report }>(`/api/reports/${id}`, { query: { query: 'edit' }, signal })).data,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

export const addReport = (report: NewReport, transfer: Transfer) =>
  http.post<ReportSaved>('/api/reports', formData(report), { ...transfer, query: { query: '' } })

export const editReport = (id: number, report: EditedReport, transfer: Transfer) =>
  http.post<ReportSaved>(`/api/reports/${id}`, formData(report), {
    ...transfer,
    query: { _method: 'PUT', query: '' },
  })

function formData({ marks, report, ...fields }: NewReport | EditedReport): FormData {
  const form = new FormData()
  const rows = marks.flatMap((mark, index) =>
    Object.entries(mark).map(([field, value]) => [`marks[${index}][${field}]`, value] as const),
  )
  for (const [name, value] of [...Object.entries(fields), ...rows])
    if (value !== undefined) form.append(name, String(value))
  if (report) form.append('report', report)
  return form
}
