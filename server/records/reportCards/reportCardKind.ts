import { z } from 'zod'
import {
  annualAcademicSchema,
  reportForm,
  type ReportForm,
  reportMessages,
  type Report,
  reportRowSchema,
  reportSchema,
} from '#contract/reportCards.ts'
import { canEditReports } from '#contract/permissions.ts'
import type { KindOfRecord } from '../recordRoutes.ts'
import { addReport, editReport } from './reportChanges.ts'
import { annualAcademic, findReport, listReports, yearReader } from './reportQueries.ts'

/** Report cards: what a child achieved in a term. */
export const reportCardKind: KindOfRecord<ReportForm, Report> = {
  kind: 'report',
  path: '/api/reports',
  annualQuery: 'academic-rep',
  summaries: {
    list: 'Reports: of one student, of their year, the means of all for a year, what waits to be verified, or what was returned to the caller',
    one: 'One report: to edit, or to verify it',
  },
  mayEdit: canEditReports,
  messages: reportMessages,
  form: reportForm,
  schema: reportSchema,
  listed: [z.array(reportSchema), z.array(reportRowSchema)],
  annualSchema: annualAcademicSchema,
  find: findReport,
  list: listReports,
  yearReader,
  annualReader: annualAcademic,
  add: addReport,
  edit: editReport,
}
