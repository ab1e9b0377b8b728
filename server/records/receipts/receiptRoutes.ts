import { canEditReceipts } from '#contract/permissions.ts'
import { receiptCalls, receiptForm, receiptMessages } from '#contract/records/receipts.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'
import { recordHandlers } from '../recordHandlers.ts'
import { findSimilar } from './findSimilar.ts'
import { addReceipt, editReceipt } from './receiptChanges.ts'
import { annualFinance, findReceipt, listReceipts, yearReader } from './receiptQueries.ts'

/** Receipts: what a child cost in a term. */
export function receiptRoutes(app: App, services: Services): void {
  const on = recordHandlers(services, {
    kind: 'receipt',
    mayEdit: canEditReceipts,
    messages: receiptMessages,
    formFor: async () => receiptForm,
    find: findReceipt,
    list: listReceipts,
    yearReader,
    annualReader: annualFinance,
    add: addReceipt,
    edit: editReceipt,
  })

  serveCalls(app, services, receiptCalls, {
    'GET /api/finance?query=:student': on.ofStudent,
    'GET /api/finance?query=profile': on.ofStudentsYear,
    'GET /api/finance?query=finance-rep': on.ofYear,
    'GET /api/finance?query=waiting': on.waiting,
    'GET /api/finance/:id?query=edit': on.toEdit,
    'GET /api/finance/:id?query=verify': on.verify,
    'POST /api/finance?query=': on.add,
    'PUT /api/finance/:id?query=': on.edit,
    'POST /api/finance/:id/unverify': on.unverify,
    'POST /api/finance/:id/return': on.returnToAuthor,
    'POST /api/finance/similar': {
      may: canEditReceipts,
      readsOnly: true,
      answer: async ({ db, body }) => ({ data: await findSimilar(db, body) }),
    },
  })
}
