import { z } from 'zod'
import { type Calls, cannotBeEmpty, reply } from '../base/call.ts'
import {
  fieldsOf,
  formShape,
  id,
  labelsOf,
  line,
  lineSchema,
  optional,
  optionalId,
  text,
} from '../base/fields.ts'
import {
  annualQuery,
  annualSchemaOf,
  COMMENT_MAX,
  recordCallsOf,
  recordFields,
  recordLabels,
  recordSchema,
} from './records.ts'

export const categories = [
  'Books and Stationery',
  'P.A. Fund',
  'Remedial Fees',
  'Shopping',
  'Tuition Fees',
  'Transport',
  'Uniform and Boarding Essentials',
] as const
export type Category = (typeof categories)[number]

/** More than any item costs. The sums in cents stay safe integers. */
export const COST_MAX = 10_000_000
export const ITEMS_MAX = 100

export const receiptMessages = {
  saved: 'Receipt saved.',
  itemsRequired: 'Receipt Items are Required',
  categoryRequired: 'Category cannot be empty',
  itemRequired: 'Item cannot be empty',
  fileRequired: 'Please Select Student Receipt for Upload',
  sameFile: 'The same PDF was saved with another receipt.',
  sameCost: (category: string) => `A receipt of this term has the same amount for ${category}.`,
} as const

/** Not Intl: it takes megabytes on the server, and its first use blocks the page. */
const groupThousands = (amount: number | string) => String(amount).replace(/\B(?=(\d{3})+$)/g, ',')

/** Converts a typed or pasted `KES 1,250.5` to `1250.5`. Other text is only trimmed, and refused later. */
function plainCost(typed: string): string {
  const bare = typed.trim().replace(/^KES\s*/i, '')
  // Separators only between thousands: `12,50` may be a typing error, or mean decimals.
  const [, whole = '', cents = ''] = /^(\d+|\d{1,3}(?:[,\s]\d{3})+)?(?:\.(\d*))?$/.exec(bare) ?? []
  const digits = whole.replace(/[,\s]/g, '')
  if (!digits && !cents) return typed.trim()
  return `${digits || '0'}${cents && `.${cents}`}`
}

const COST = /^(\d{1,8})(?:\.(\d{1,2}))?$/

/** An amount in shillings, as text or as a number. */
export function amountSchema(label: string) {
  const required = cannotBeEmpty(label)
  const wrong = `${label} must be an amount from 0 to ${groupThousands(COST_MAX)}, with two decimals at most`
  return z
    .union([z.number(), z.string()], { error: required })
    .transform((typed) => plainCost(String(typed)))
    .pipe(
      z
        .string()
        .min(1, { error: required, abort: true })
        .regex(COST, { error: wrong, abort: true })
        .transform(Number)
        .refine((value) => value <= COST_MAX, wrong),
    )
}

/**
 * An amount in whole cents, also a negative one, which the form refuses; undefined for text that is no amount. Imports add
 * up a sheet with it.
 */
export function centsIn(typed: string): number | undefined {
  const [, minus, amount = ''] = /^([-−]?)(.*)$/s.exec(typed.trim()) ?? []
  const [, whole, cents = ''] = COST.exec(plainCost(amount)) ?? []
  if (whole === undefined) return undefined
  const all = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return minus ? 0 - all : all
}

/** One item of a receipt. */
export const itemForm = z.object({
  id: optionalId,
  category: z
    .string({ error: receiptMessages.categoryRequired })
    .trim()
    .min(1, { error: receiptMessages.categoryRequired, abort: true })
    .refine((value) => (categories as readonly string[]).includes(value), 'Category is not valid')
    .transform((value) => value as Category),
  item: lineSchema('Item', receiptMessages.itemRequired),
  cost: amountSchema('Cost'),
})

export const receiptTexts = fieldsOf('', {
  liaison_comment: text('Liaison Comment', { max: COMMENT_MAX }),
})
/** Set only by imports. Receipts with different numbers are different ones. */
export const receiptNumber = fieldsOf('', { receipt_no: optional(line('Receipt No.')) })
const receiptFields = { ...recordFields, ...receiptTexts }

/** The labels of the fields in a receipt's history, except its items. */
export const receiptLabels = {
  ...labelsOf({ ...receiptNumber, ...receiptFields }),
  file: 'Receipt, PDF',
  ...recordLabels,
}

export function itemsOf<Row extends z.ZodType>(row: Row) {
  return z
    .array(row, { error: receiptMessages.itemsRequired })
    .min(1, receiptMessages.itemsRequired)
    .max(ITEMS_MAX, `Receipt Items may not be more than ${ITEMS_MAX}`)
}

/** The fields of the form, without the PDF. */
export const receiptForm = z.object({
  ...formShape(receiptFields),
  items: itemsOf(itemForm),
  /** The payments to the school that a new receipt acknowledges. */
  payment_lines: z.array(id('Payment is not known')).max(ITEMS_MAX).optional(),
})
export type ReceiptForm = z.output<typeof receiptForm>

/** An unsaved receipt, which is checked for duplicates, with the hash of its PDF if one is chosen. */
export const similarForm = receiptForm
  .pick({ student_id: true, year_id: true, term_id: true, items: true })
  .extend({
    /** The receipt's id, if it is being edited. */
    id: optionalId,
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .catch(undefined),
  })
export type SimilarForm = z.output<typeof similarForm>

/** Money is stored and summed in whole cents; calls use shillings with two decimals. */
export const toCents = (shillings: number) => Math.round(shillings * 100)
export const toShillings = (cents: number) => cents / 100

/** Formats whole cents as 1,234.50. */
export function shillingsText(cents: number): string {
  const [whole = '', rest] = toShillings(cents).toFixed(2).split('.')
  return `${groupThousands(whole)}.${rest}`
}

export const itemSchema = z.object({
  id: z.number().int(),
  category: z.string(),
  item: z.string(),
  cost: z.number(),
})
export type Item = z.output<typeof itemSchema>

export const receiptSchema = recordSchema.extend({
  liaison_comment: z.string(),
  receipt_no: z.string().nullable(),
  items: z.array(itemSchema),
  /** The items by category, each with its sum. */
  categories: z.array(
    z.object({ category: z.string(), category_total_cost: z.number(), category_items: z.array(itemSchema) }),
  ),
  total_cost: z.number(),
  pathFinance: z.string().nullable(),
})
export type Receipt = z.output<typeof receiptSchema>

const annualFinanceSchema = annualSchemaOf({
  costs: z.array(z.number().nullable()),
  total_year_cost: z.number(),
})
export type AnnualFinance = z.output<typeof annualFinanceSchema>

const calls = recordCallsOf({
  noun: 'receipt',
  row: receiptSchema,
  shown: receiptSchema,
  form: receiptForm,
  upload: 'receipt',
})

export const receiptCalls = {
  'GET /api/finance?query=:student': calls.ofStudent,
  'GET /api/finance?query=profile': calls.ofStudentsYear,
  'GET /api/finance?query=finance-rep': {
    summary: 'What all students cost in a year',
    query: annualQuery,
    answer: reply(annualFinanceSchema.shape),
  },
  'GET /api/finance?query=waiting': calls.waiting,
  'GET /api/finance/:id?query=edit': calls.toEdit,
  'GET /api/finance/:id?query=verify': calls.verify,
  'POST /api/finance?query=': calls.add,
  'PUT /api/finance/:id?query=': calls.edit,
  'POST /api/finance/:id/unverify': calls.unverify,
  'POST /api/finance/:id/return': calls.returnToAuthor,
  'POST /api/finance/similar': {
    summary: 'Warnings about duplicates of a receipt, before it is saved',
    body: similarForm,
    answer: reply({ data: z.array(z.string()) }),
  },
} as const satisfies Calls
