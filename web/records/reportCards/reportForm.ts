import { z } from 'zod'
import { reportForm, reportMessages } from '#contract/reportCards.ts'
import { knownVersion } from '#contract/students.ts'
import type { MarkValues, ReportValues } from './reportValues.ts'

export const isEmptyMark = ({ subject_id, grade, mark }: MarkValues) => !subject_id && !grade && !mark.trim()

/** Without the rows at the end that nobody filled in. */
function asSent(values: ReportValues): ReportValues {
  const end = values.marks.findLastIndex((row) => !isEmptyMark(row)) + 1
  return { ...values, marks: values.marks.slice(0, end) }
}

const typed = <Output>(form: z.ZodType<Output>) =>
  z.preprocess((values) => asSent(values as ReportValues), form)

export const newReportForm = typed(reportForm.and(z.object({ report: z.file(reportMessages.fileRequired) })))
export type NewReport = z.output<typeof newReportForm>

/** One that is there has its PDF already. */
export const editedReportForm = typed(
  reportForm.and(knownVersion).and(z.object({ report: z.file().nullable() })),
)
export type EditedReport = z.output<typeof editedReportForm>
