import { z } from 'zod'
import {
  annualAcademicSchema,
  reportForm,
  reportMessages,
  reportRowSchema,
  reportSchema,
} from '#contract/reportCards.ts'
import { recordMessages, returnedSchema, returnForm, waitingMeta, waitingSchema } from '#contract/records.ts'
import { idParams, type SessionUser } from '#contract/auth.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { idText, savingQuery } from '#contract/fields.ts'
import { pdfFile } from '#contract/files.ts'
import { QUERY_UNKNOWN } from '#contract/messages.ts'
import { canEditReports, canSeeReports, canVerifyRecords } from '#contract/permissions.ts'
import { knownVersion } from '#contract/students.ts'
import { withStored } from '../../files/storeUpload.ts'
import { invalid, unauthorized } from '../../http/ApiError.ts'
import type { App } from '../../http/App.ts'
import { checkForgeryToken } from '../../http/forgery.ts'
import { once } from '../../http/once.ts'
import { answers, reply } from '../../http/replies.ts'
import { parse } from '../../http/schemas.ts'
import { signedIn } from '../../http/session.ts'
import { recordQuery } from '../recordCalls.ts'
import { returnRecord, verifyRecord } from '../recordChanges.ts'
import { listReturned, listWaiting } from '../unverifiedRecords.ts'
import type { Services } from '../../Services.ts'
import { addReport, editReport } from './reportChanges.ts'
import { annualAcademic, findReport, listReports, yearReader } from './reportQueries.ts'

const listsQuery = z.object({
  query: z.union([idText, z.enum(['profile', 'academic-rep', 'waiting', 'returned'])], QUERY_UNKNOWN),
  year: idText.optional(),
  student: idText.optional(),
  /** The one to begin with, of what waits. */
  first: idText.optional(),
})

const saved = answers(reply({ message: z.string(), data: reportSchema }))

/** Report cards. */
export function reportRoutes(app: App, services: Services): void {
  const { db } = services
  const readAnnual = annualAcademic(db)
  const readYear = yearReader(db)
  const uploads = { report: pdfFile }

  app.get(
    '/api/reports',
    {
      schema: {
        summary:
          'Reports: of one student, of their year, the means of all for a year, what waits to be verified, or what was returned to the caller',
        querystring: listsQuery,
        response: answers(
          reply({
            data: z.union([
              z.array(reportSchema),
              z.array(reportRowSchema),
              annualAcademicSchema.shape.data,
              z.array(returnedSchema),
              z.array(waitingSchema),
            ]),
            terms: annualAcademicSchema.shape.terms.optional(),
            meta: waitingMeta.optional(),
          }),
        ),
      },
    },
    async (request) => ({
      success: true as const,
      ...(await meaning(request.query, signedIn(request))),
    }),
  )

  async function meaning({ query, year, student, first }: z.output<typeof listsQuery>, viewer: SessionUser) {
    if (typeof query === 'number') return { data: await listReports(db, query, viewer) }
    if (query === 'waiting') {
      if (!canVerifyRecords(viewer.role)) throw unauthorized()
      return listWaiting(db, 'report', viewer, first)
    }
    if (query === 'returned') {
      if (!canEditReports(viewer.role)) throw unauthorized()
      return listReturned(db, 'report', viewer)
    }
    if (query === 'academic-rep' && !canSeeReports(viewer.role)) throw unauthorized()
    if (!year) throw invalid({ year: [recordMessages.yearRequired] })
    if (query === 'academic-rep') return readAnnual(year)
    if (!student) throw invalid({ student: [recordMessages.studentRequired] })
    return { data: await readYear({ student, year }, viewer) }
  }

  app.get(
    '/api/reports/:id',
    {
      config: { may: canEditReports },
      schema: {
        summary: 'One report: to edit, or to verify it',
        params: idParams,
        querystring: recordQuery,
        response: answers(reply({ data: reportSchema })),
      },
    },
    async (request) => {
      const actor = signedIn(request)
      const { id } = request.params
      const { query, version: known } = request.query
      if (query === 'verify') {
        // A call that changes something, though it is a GET.
        checkForgeryToken(request, services)
        if (!canVerifyRecords(actor.role)) throw unauthorized()
        await verifyRecord('report', id, { actor, known }, services)
        return answer(id, actor, recordMessages.verified)
      }
      return { success: true as const, data: await findReport(db, id, actor) }
    },
  )

  app.post(
    '/api/reports',
    {
      config: { may: canEditReports, uploads, describes: reportForm },
      schema: { summary: 'Add a report', querystring: savingQuery, response: saved },
    },
    async (request) => {
      const actor = signedIn(request)
      const { report } = request.uploads
      const missing: FieldErrors = report ? {} : { report: [reportMessages.fileRequired] }
      const form = parse(reportForm, request.body, missing)
      if (!report) throw invalid(missing)
      return withStored({ report }, { report: 'report' }, services, (stored) =>
        once(request, services, async (trx) => {
          const id = await addReport(trx, form, stored.report, actor, services)
          const data = await findReport(trx, id, actor)
          return { success: true as const, message: reportMessages.saved, data }
        }),
      )
    },
  )

  app.put(
    '/api/reports/:id',
    {
      config: { may: canEditReports, uploads, describes: reportForm.and(knownVersion) },
      schema: { summary: 'Edit a report', params: idParams, querystring: savingQuery, response: saved },
    },
    async (request) => {
      const actor = signedIn(request)
      const { id } = request.params
      const { report } = request.uploads
      const { version: known } = parse(knownVersion, request.body)
      const form = parse(reportForm, request.body)

      await (report
        ? withStored({ report }, { report: 'report' }, services, (stored) =>
            editReport(id, form, stored.report, { actor, known }, services),
          )
        : editReport(id, form, undefined, { actor, known }, services))
      return answer(id, actor, reportMessages.saved)
    },
  )

  app.post(
    '/api/reports/:id/return',
    {
      config: { may: canVerifyRecords },
      schema: {
        summary: 'Return a report to its author',
        params: idParams,
        body: returnForm.extend(knownVersion.shape),
        response: saved,
      },
    },
    async (request) => {
      const actor = signedIn(request)
      const { id } = request.params
      const { remark, version: known } = request.body
      await returnRecord('report', id, remark, { actor, known }, services)
      return answer(id, actor, recordMessages.returned)
    },
  )

  const answer = async (id: number, actor: SessionUser, message: string) => ({
    success: true as const,
    message,
    data: await findReport(db, id, actor),
  })
}
