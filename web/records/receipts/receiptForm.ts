import { z } from 'zod'
import { financeForm, financeMessages } from '#contract/receipts.ts'
import { knownVersion } from '#contract/students.ts'
import type { ReceiptValues } from './receiptValues.ts'
import { plainCost } from './typedCost.ts'

export const isEmptyItem = ({ category, item, cost }: ReceiptValues['items'][number]) =>
  !category && !item.trim() && !cost.trim()

/** The rows as they are sent: without what nobody filled in at the end, and costs in digits. */
function asSent(values: ReceiptValues) {
  const end = values.items.findLastIndex((row) => !isEmptyItem(row)) + 1
  const items = values.items
    .slice(0, end)
    .map(({ id, category, item, cost }) => ({ id, category, item, cost: plainCost(cost) }))
  return { ...values, items }
}

const typed = <Output>(form: z.ZodType<Output>) =>
  z.preprocess((values) => asSent(values as ReceiptValues), form)

export const newReceiptForm = typed(
  financeForm.and(z.object({ receipt: z.file(financeMessages.fileRequired) })),
)
export type NewReceipt = z.output<typeof newReceiptForm>

/** One that is there has its PDF already. */
export const editedReceiptForm = typed(
  financeForm.and(knownVersion).and(z.object({ receipt: z.file().nullable() })),
)
export type EditedReceipt = z.output<typeof editedReceiptForm>
