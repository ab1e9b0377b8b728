import { z } from 'zod'
import { receiptForm, receiptMessages, receiptTexts } from '#contract/records/receipts.ts'
import { knownVersion } from '#contract/base/fields.ts'
import { call } from '../../ui/call.ts'
import { typedValues } from '../../ui/form/typedValues.ts'
import { checksumOf } from '../../uploads/checksumOf.ts'
import { centsOf, money } from '../../ui/amounts.ts'
import type { SentRecords } from '../recordKinds.ts'
import { choiceOf, fetchOpenPayments, NO_PAYMENT, proposedPayment, valuesPaidBy } from './openPayments.ts'
import {
  adoptServerRows,
  emptyRecord,
  type RecordEditor,
  recordValuesOf,
  type RecordValues,
  withoutEmptyEnd,
} from '../form/recordEditor.ts'

export type ReceiptValues = RecordValues<'receipt'>
/** A typed row; without an id it is new. */
export type ItemValues = ReceiptValues['items'][number]

export const emptyItem: ItemValues = { id: '', category: '', item: '', cost: '' }

const isEmptyItem = ({ category, item, cost }: ItemValues) => !category && !item.trim() && !cost.trim()

const sent = <Output>(form: z.ZodType<Output>) =>
  z.preprocess((values) => {
    const typed = values as ReceiptValues
    return {
      ...typed,
      items: withoutEmptyEnd(typed.items, isEmptyItem),
      payment_lines: linesOf(typed),
    }
  }, form)

/** The chosen payments; none for a receipt of something else. */
const linesOf = ({ payment_lines }: Pick<ReceiptValues, 'payment_lines'>) =>
  payment_lines && payment_lines !== NO_PAYMENT ? payment_lines.split(',') : undefined

/** The name of an item in the history. */
const nameOf = ({ category, item }: ItemValues) => `${category}: ${item}`

/** How a receipt is typed, checked and saved. */
export const receiptEditor: RecordEditor<'receipt'> = {
  kind: 'receipt',
  added: sent(receiptForm.and(z.object({ receipt: z.file(receiptMessages.fileRequired) }))),
  edited: sent(receiptForm.and(knownVersion).and(z.object({ receipt: z.file().nullable() }))),
  empty: (student_id, time) => ({
    ...emptyRecord(student_id, time),
    ...typedValues(receiptTexts),
    items: [emptyItem],
    payment_lines: '',
    receipt: null,
  }),
  valuesOf: (receipt) => ({
    ...recordValuesOf(receipt),
    ...typedValues(receiptTexts, receipt),
    items: receipt.items.map(({ id, category, item, cost }) => ({
      id: String(id),
      category,
      item,
      cost: money(cost),
    })),
    payment_lines: '',
    receipt: null,
  }),
  save: ({ receipt, ...body }, options, id) => {
    const given = { body, files: { receipt: receipt ?? undefined }, ...options }
    return id === undefined
      ? call('POST /api/finance?query=', given)
      : call('PUT /api/finance/:id?query=', { params: { id }, ...given })
  },
  adoptRows: (receipt, changedNames, { items }) => ({
    items: adoptServerRows(
      items.filter((row) => !isEmptyItem(row)),
      receiptEditor.valuesOf(receipt).items,
      { keyOf: ({ id }) => id, isChanged: (row) => changedNames.includes(nameOf(row)) },
    ),
  }),
  warn: findSimilar,
  paid: {
    load: fetchOpenPayments,
    propose: (payments, plain, time) => {
      const proposed = proposedPayment(payments, time)
      return proposed.length === 0
        ? {}
        : { ...valuesPaidBy(proposed, plain), payment_lines: choiceOf(proposed) }
    },
  },
}

/** Why this receipt may be a duplicate. A failure of this check must not prevent the save. */
async function findSimilar({ receipt, ...form }: SentRecords['receipt'], id?: number): Promise<string[]> {
  try {
    const sha256 = receipt ? await checksumOf(receipt) : undefined
    return (await call('POST /api/finance/similar', { body: { ...form, id, sha256 } })).data
  } catch (error) {
    // oxlint-disable-next-line no-console
    console.warn('Elimu could not check for similar receipts.', error)
    return []
  }
}

export type ReceiptTotals = { total: number; byCategory: { category: string; cents: number }[] }

/** The totals of the typed rows in whole cents. Invalid amounts count as 0. */
export function receiptTotals(items: readonly Pick<ItemValues, 'category' | 'cost'>[]): ReceiptTotals {
  const sums = new Map<string, number>()
  let total = 0
  for (const { category, cost } of items) {
    const cents = centsOf(cost) ?? 0
    total += cents
    if (category) sums.set(category, (sums.get(category) ?? 0) + cents)
  }
  return { total, byCategory: [...sums].map(([category, cents]) => ({ category, cents })) }
}
