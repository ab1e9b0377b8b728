import { useQueryClient } from '@tanstack/react-query'
import type { ReportSaved } from './reportApi.ts'

/** What is shown of a student's reports is asked for anew; so are the years of their profile. */
export function useReportSaved() {
  const client = useQueryClient()
  return ({ data: { student_id } }: ReportSaved) => {
    void client.invalidateQueries({ queryKey: ['reports'] })
    void client.invalidateQueries({ queryKey: ['student', student_id] })
  }
}
