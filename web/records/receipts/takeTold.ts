import type { Finance } from '#contract/receipts.ts'
import { takeRows } from '../form/takeRows.ts'
import { isEmptyItem } from './receiptForm.ts'
import { type ItemValues, type ReceiptValues, valuesOf } from './receiptValues.ts'

const toldAs: Partial<Record<string, keyof ReceiptValues>> = {
  year: 'year_id',
  term: 'term_id',
  class: 'class_id',
  liaison_comment: 'liaison_comment',
}

/** The field of the form that an entry of the history is about, if there is one. Items are told one by one. */
const fieldTold = (told: string): keyof ReceiptValues | undefined =>
  told.includes(': ') ? 'items' : toldAs[told]

const nameOf = ({ category, item }: ItemValues) => `${category}: ${item}`

/** What the history tells of, as the receipt has it now; other items stay as they are typed. */
export function takeTold(receipt: Finance, told: string[], typed: ReceiptValues): Partial<ReceiptValues> {
  const theirs = valuesOf(receipt)
  const items = takeRows(
    typed.items.filter((row) => !isEmptyItem(row)),
    theirs.items,
    { keyOf: ({ id }) => id, isTold: (row) => told.includes(nameOf(row)) },
  )
  const now = { ...theirs, items }
  return Object.fromEntries(told.flatMap((each) => fieldTold(each) ?? []).map((field) => [field, now[field]]))
}
