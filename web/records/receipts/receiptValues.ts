import type { Finance } from '#contract/receipts.ts'
import type { NoticeTime } from '#contract/notifications.ts'
import { money } from '../amounts.ts'

/** A row as it is typed; without an id it is a new one. */
export type ItemValues = { id?: number; category: string; item: string; cost: string }

/** The form as it is typed: choices and costs as text. */
export type ReceiptValues = {
  student_id: string
  year_id: string
  term_id: string
  class_id: string
  liaison_comment: string
  items: ItemValues[]
  receipt: File | null
  /** Of one that is there: what a save is checked by. */
  version?: number
}

export const emptyItem: ItemValues = { category: '', item: '', cost: '' }

export const emptyReceipt = (student_id: number, time?: NoticeTime): ReceiptValues => ({
  student_id: String(student_id),
  year_id: time ? String(time.year_id) : '',
  term_id: time ? String(time.term_id) : '',
  class_id: '',
  liaison_comment: '',
  items: [emptyItem],
  receipt: null,
})

export const valuesOf = (receipt: Finance): ReceiptValues => ({
  student_id: String(receipt.student_id),
  year_id: String(receipt.year_id),
  term_id: String(receipt.term_id),
  class_id: String(receipt.class_id),
  liaison_comment: receipt.liaison_comment,
  items: receipt.items.map(({ id, category, item, cost }) => ({ id, category, item, cost: money(cost) })),
  receipt: null,
  version: receipt.version,
})
