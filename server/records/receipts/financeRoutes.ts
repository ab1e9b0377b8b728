import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { recordMessages, returnedSchema, returnForm, waitingMeta, waitingSchema } from '#contract/records.ts'
import { idParams } from '#contract/auth.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { id, idText, savingQuery } from '#contract/fields.ts'
import { pdfFile } from '#contract/files.ts'
import {
  annualFinanceSchema,
  financeForm,
  financeMessages,
  financeSchema,
  similarForm,
} from '#contract/receipts.ts'
import { QUERY_UNKNOWN } from '#contract/messages.ts'
import { canEditFinance, canSeeReports, canVerifyRecords } from '#contract/permissions.ts'
import { knownVersion } from '#contract/students.ts'
import { withStored } from '../../files/storeUpload.ts'
import { invalid, notFound, unauthorized } from '../../http/ApiError.ts'
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
import { addReceipt, editReceipt } from './receiptChanges.ts'
import { annualFinance, findReceipt, listReceipts, yearReader } from './receiptQueries.ts'
import { findSimilar } from './similarReceipts.ts'

const saved = answers(reply({ message: z.string(), data: financeSchema }))

/** `profile`, `finance-rep`, `waiting`, `returned`, or whose receipts are asked for. */
const listsQuery = z.object({
  query: z.string(QUERY_UNKNOWN),
  year: z.string().optional(),
  student: z.string().optional(),
  first: z.string().optional(),
})
/** The one to begin with, of what waits. */
const waitingQuery = z.object({ first: idText.optional() })
const yearQuery = z.object({ year: id(recordMessages.yearRequired) })
const profileQuery = yearQuery.extend({ student: id(recordMessages.studentRequired) })

/** The receipts of what the students cost. */
export function financeRoutes(app: App, services: Services): void {
  const { db } = services
  const reportYear = annualFinance(db)
  const readYear = yearReader(db)
  const uploads = { receipt: pdfFile }

  app.get(
    '/api/finance',
    {
      schema: {
        summary:
          'The receipts of a student or of their year, what all students cost in a year, what waits to be verified, or what was returned to the caller',
        querystring: listsQuery,
        response: answers(
          reply({
            data: z.union([
              z.array(financeSchema),
              annualFinanceSchema.shape.data,
              z.array(returnedSchema),
              z.array(waitingSchema),
            ]),
            terms: annualFinanceSchema.shape.terms.optional(),
            meta: waitingMeta.optional(),
          }),
        ),
      },
    },
    async (request) => {
      const { query, ...asked } = request.query
      const viewer = signedIn(request)
      if (query === 'finance-rep') {
        if (!canSeeReports(viewer.role)) throw unauthorized()
        return { success: true as const, ...(await reportYear(parse(yearQuery, asked).year)) }
      }
      if (query === 'waiting') {
        if (!canVerifyRecords(viewer.role)) throw unauthorized()
        const { first } = parse(waitingQuery, asked)
        return { success: true as const, ...(await listWaiting(db, 'receipt', viewer, first)) }
      }
      if (query === 'returned') {
        if (!canEditFinance(viewer.role)) throw unauthorized()
        return { success: true as const, ...(await listReturned(db, 'receipt', viewer)) }
      }
      if (query === 'profile')
        return { success: true as const, data: await readYear(parse(profileQuery, asked), viewer) }
      const student = idText.safeParse(query)
      if (!student.success) throw notFound()
      return { success: true as const, data: await listReceipts(db, student.data, viewer) }
    },
  )

  app.get(
    '/api/finance/:id',
    {
      schema: {
        summary: 'A receipt, to edit it, or to verify it',
        params: idParams,
        querystring: recordQuery,
        response: answers(reply({ data: financeSchema })),
      },
    },
    async (request) => {
      const { query, version } = request.query
      const isVerified = query === 'verify'
      if (isVerified) await verify(request, request.params.id, version)
      else if (!canEditFinance(signedIn(request).role)) throw unauthorized()
      const data = await findReceipt(db, request.params.id, signedIn(request))
      return { success: true as const, ...(isVerified && { message: recordMessages.verified }), data }
    },
  )

  /** A reading call that changes something, so the gate has not asked for the token. */
  async function verify(request: FastifyRequest, receipt_id: number, known?: number): Promise<void> {
    const actor = signedIn(request)
    checkForgeryToken(request, services)
    if (!canVerifyRecords(actor.role)) throw unauthorized()
    await verifyRecord('receipt', receipt_id, { actor, known }, services)
  }

  app.post(
    '/api/finance',
    {
      config: { may: canEditFinance, uploads, describes: financeForm },
      schema: { summary: 'Add a receipt', querystring: savingQuery, response: saved },
    },
    async (request) => {
      const actor = signedIn(request)
      const { receipt } = request.uploads
      const missing: FieldErrors = receipt ? {} : { receipt: [financeMessages.fileRequired] }
      const form = parse(financeForm, request.body, missing)
      if (!receipt) throw invalid(missing)
      return withStored({ receipt }, { receipt: 'receipt' }, services, (stored) =>
        once(request, services, async (trx) => {
          const added = await addReceipt(trx, form, stored.receipt, actor, services)
          const data = await findReceipt(trx, added, actor)
          return { success: true as const, message: financeMessages.saved, data }
        }),
      )
    },
  )

  app.put(
    '/api/finance/:id',
    {
      config: { may: canEditFinance, uploads, describes: financeForm.and(knownVersion) },
      schema: { summary: 'Edit a receipt', params: idParams, querystring: savingQuery, response: saved },
    },
    async (request) => {
      const actor = signedIn(request)
      const { id: receipt_id } = request.params
      const { version: known } = parse(knownVersion, request.body)
      const form = parse(financeForm, request.body)
      const { receipt } = request.uploads
      const edit = (stored: Parameters<typeof editReceipt>[2]) =>
        editReceipt(receipt_id, form, stored, { known, actor }, services)
      if (receipt)
        await withStored({ receipt }, { receipt: 'receipt' }, services, (stored) => edit(stored.receipt))
      else await edit(undefined)
      const data = await findReceipt(db, receipt_id, actor)
      return { success: true as const, message: financeMessages.saved, data }
    },
  )

  app.post(
    '/api/finance/:id/return',
    {
      config: { may: canVerifyRecords },
      schema: {
        summary: 'Return a receipt to its author',
        params: idParams,
        body: returnForm.extend(knownVersion.shape),
        response: saved,
      },
    },
    async (request) => {
      const actor = signedIn(request)
      const { id: receipt_id } = request.params
      const { remark, version: known } = request.body
      await returnRecord('receipt', receipt_id, remark, { actor, known }, services)
      const data = await findReceipt(db, receipt_id, actor)
      return { success: true as const, message: recordMessages.returned, data }
    },
  )

  app.post(
    '/api/finance/similar',
    {
      config: { may: canEditFinance },
      schema: {
        summary: 'What of a receipt is there already, as warnings before it is saved',
        body: similarForm,
        response: answers(reply({ data: z.array(z.string()) })),
      },
    },
    async (request) => ({ success: true as const, data: await findSimilar(db, request.body) }),
  )
}
