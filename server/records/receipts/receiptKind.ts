import { z } from 'zod'
import {
  annualFinanceSchema,
  type Finance,
  type FinanceForm,
  financeForm,
  financeMessages,
  financeSchema,
} from '#contract/receipts.ts'
import { canEditFinance } from '#contract/permissions.ts'
import type { KindOfRecord } from '../recordRoutes.ts'
import { addReceipt, editReceipt } from './receiptChanges.ts'
import { annualFinance, findReceipt, listReceipts, yearReader } from './receiptQueries.ts'

/** Receipts: what a child cost in a term. */
export const receiptKind: KindOfRecord<FinanceForm, Finance> = {
  kind: 'receipt',
  path: '/api/finance',
  annualQuery: 'finance-rep',
  summaries: {
    list: 'The receipts of a student or of their year, what all students cost in a year, what waits to be verified, or what was returned to the caller',
    one: 'A receipt, to edit it, or to verify it',
  },
  mayEdit: canEditFinance,
  messages: financeMessages,
  form: financeForm,
  schema: financeSchema,
  listed: [z.array(financeSchema)],
  annualSchema: annualFinanceSchema,
  find: findReceipt,
  list: listReceipts,
  yearReader,
  annualReader: annualFinance,
  add: addReceipt,
  edit: editReceipt,
}
