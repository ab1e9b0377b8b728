import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { DEFAULT_CURRICULUM } from '#contract/records/curricula.ts'
import type { ReportCard } from '#contract/records/reportCards.ts'
import type { Student } from '#contract/students/students.ts'
import { call } from '../../ui/call.ts'
import { useChosenYear } from '../YearChoice.tsx'

/** A student's report cards of a year, by term. The previous year is shown until the chosen one is loaded. */
const yearReportCardsQuery = (student: number, year: number | undefined) =>
  queryOptions({
    queryKey: ['reports', 'profile', student, year],
    queryFn: async ({ signal }) =>
      (await call('GET /api/reports?query=profile', { query: { year: year ?? '', student }, signal })).data,
    enabled: year !== undefined,
    placeholderData: keepPreviousData,
  })

/** The report cards of the open year, and a function to open another. */
export function useYearReportCards({ id, annual_rep }: Student) {
  const { chosen, choose } = useChosenYear('academic_year', annual_rep)
  const { data: cards, error, refetch } = useQuery(yearReportCardsQuery(id, chosen?.id))
  return { chosen, choose, cards, error, retry: () => void refetch() }
}

/** `Form 3, 2025`, or `Grade 10, 2026, CBE` */
export function classAndYear(cards: Pick<ReportCard, 'class' | 'year' | 'curriculum'>[]): string {
  const last = cards.at(-1)
  const other = last?.curriculum === DEFAULT_CURRICULUM ? [] : [last?.curriculum]
  return [last?.class, last?.year, ...other].join(', ')
}
