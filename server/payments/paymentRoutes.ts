import { z } from 'zod'
import { mediaTypes } from '#contract/base/csv.ts'
import { idParams } from '#contract/identity/auth.ts'
import { fileQuery, paymentCalls, paymentMessages } from '#contract/money/payments.ts'
import { schoolAccountCalls } from '#contract/money/schoolAccounts.ts'
import {
  canApprovePayments,
  canEditReceipts,
  canNotePaid,
  canPreparePayments,
  canSeeOwnPayments,
  canSeePayments,
  canSetSchoolAccounts,
} from '#contract/permissions.ts'
import { runChange } from '../http/runChange.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { approvePayment } from './approvePayment.ts'
import { markPaid, noteCameBack } from './paidPayment.ts'
import { makeFile, printRemittances, readTransfers } from './paymentFiles.ts'
import { listOwnPayments, listPayments, readPayment } from './paymentQueries.ts'
import { changeLines, proposePayment, reopenPayment, returnPayment, sendPayment } from './preparePayment.ts'
import { setReceipts } from './receiptLinks.ts'
import { listAccounts, readAccount, setAccount } from './schoolAccounts.ts'

const { created, linesSaved, sent, returned, approved, reopened, paid, cameBack, linked } = paymentMessages

/** The accounts of schools, and the payments of fees to them. */
export function paymentRoutes(app: App, services: Services): void {
  const { db, clock, config } = services

  serveCalls(app, services, schoolAccountCalls, {
    'GET /api/schools/:id/account': {
      may: canSeePayments,
      answer: async ({ params }) => ({ data: await readAccount(db, params.id) }),
    },
    'PUT /api/schools/:id/account': {
      may: canSetSchoolAccounts,
      confirmsAgain: true,
      async answer({ params, body, ...change }) {
        const { id, message } = await setAccount(change, params.id, body)
        return { message, data: { id } }
      },
    },
    'GET /api/school-accounts': {
      may: canSeePayments,
      answer: async () => ({ data: await listAccounts(db) }),
    },
  })

  serveCalls(app, services, paymentCalls, {
    'GET /api/payments': {
      may: canSeePayments,
      answer: ({ query, actor }) => listPayments(db, query, actor),
    },
    'GET /api/payments?query=mine': {
      may: canSeeOwnPayments,
      answer: async ({ query, actor }) => ({ data: await listOwnPayments(db, query, actor) }),
    },
    'POST /api/payments': {
      may: canPreparePayments,
      isRepeatable: true,
      answer: async ({ body, ...change }) => ({
        message: created,
        data: { id: await proposePayment(change, body) },
      }),
    },
    'GET /api/payments/:id': {
      may: canSeePayments,
      answer: async ({ params, actor }) => ({ data: await readPayment(db, params.id, actor) }),
    },
    'PUT /api/payments/:id/lines': {
      may: canSeePayments,
      async answer({ params, body, ...change }) {
        await changeLines(change, params.id, body)
        return { message: linesSaved }
      },
    },
    'POST /api/payments/:id/ready': {
      may: canPreparePayments,
      isLong: true,
      async answer({ params, ...change }) {
        await sendPayment(change, params.id)
        return { message: sent }
      },
    },
    'POST /api/payments/:id/return': {
      may: canApprovePayments,
      async answer({ params, body, ...change }) {
        await returnPayment(change, params.id, body.note)
        return { message: returned }
      },
    },
    'POST /api/payments/:id/approve': {
      may: canApprovePayments,
      confirmsAgain: true,
      isLong: true,
      async answer({ params, body, ...change }) {
        await approvePayment(change, params.id, body)
        return { message: approved }
      },
    },
    'POST /api/payments/:id/reopen': {
      may: canSeePayments,
      async answer({ params, ...change }) {
        await reopenPayment(change, params.id)
        return { message: reopened }
      },
    },
    'POST /api/payments/:id/paid': {
      may: canNotePaid,
      async answer({ params, body, ...change }) {
        await markPaid(change, params.id, body)
        return { message: paid }
      },
    },
    'POST /api/payments/:id/came-back': {
      may: canNotePaid,
      async answer({ params, body, ...change }) {
        await noteCameBack(change, params.id, body)
        return { message: cameBack }
      },
    },
    'GET /api/payments/:id/transfers': {
      may: canSeePayments,
      answer: async ({ params }) => ({ data: await readTransfers(db, params.id) }),
    },
    'POST /api/payments/:id/remittance': {
      may: canNotePaid,
      answer: async ({ params, body, ...change }) => ({
        data: await printRemittances(change, params.id, body.school),
      }),
    },
    'PUT /api/payment-lines/:id/receipts': {
      may: canEditReceipts,
      async answer({ params, body, ...change }) {
        await setReceipts(change, params.id, body)
        return { message: linked }
      },
    },
  })

  app.route({
    method: 'GET',
    url: '/api/payments/:id/file',
    // Without the marker header, as all downloads. It notes that the file leaves, so a link on another site must not be able to
    // download it.
    config: { isPlain: true, isChange: true, may: canNotePaid },
    schema: {
      summary: 'A file of an approved payment: for the bank, for M-Pesa, or the remittance lists',
      params: idParams,
      querystring: fileQuery,
      response: { 200: z.unknown() },
    },
    async handler(request, reply) {
      const { params, query } = request
      const change = { actor: signedIn(request), at: clock().toISOString() }
      const { name, body } = await runChange(request, {}, services, (trx) =>
        makeFile({ ...change, trx }, params.id, query, config.charityName),
      )
      reply.headers({
        'cache-control': 'private, no-store',
        'content-type': mediaTypes[query.format],
        'content-disposition': `attachment; filename="${name}"`,
      })
      return reply.send(typeof body === 'string' ? body : Buffer.from(body))
    },
  })
}
