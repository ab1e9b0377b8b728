import { z } from 'zod'

/** What the records and facts of a student still need. */

/** The steps that a student can need, in the order in which they are offered. */
export const steps = [
  'correct',
  'verify',
  'add_report',
  'add_receipt',
  'picture',
  'certificate',
  'facts',
  'consent',
  'payment',
] as const
export type Step = (typeof steps)[number]

/** What is open, as the filters of What Is Missing name it, each with the steps that close it. */
export const lacks = {
  unverified: ['verify'],
  returned: ['correct'],
  noReport: ['add_report'],
  noReceipt: ['add_receipt', 'payment'],
  profile: ['picture', 'certificate', 'facts'],
  noConsent: ['consent'],
} as const satisfies Record<string, readonly Step[]>
export type Lack = keyof typeof lacks

/** A payment without a receipt is in My work after these days. */
export const RECEIPT_DAYS = 14

const count = z.number().int()
export const namedTime = z.object({
  year_id: count,
  term_id: count,
  year_name: z.string(),
  term_name: z.string(),
})
export type NamedTime = z.output<typeof namedTime>

/**
 * One step to take for a student: a record to correct, verify or add, a file to add, facts to complete, a consent, or a receipt
 * for what the school was paid.
 */
export const taskSchema = z.object({
  of: z.enum(['report', 'receipt', 'picture', 'certificate', 'facts', 'consent', 'payment']),
  state: z.enum(['missing', 'unverified', 'returned']),
  /** The record to correct or verify. */
  id: count.nullable(),
  /** The term of a record; null for anything else. */
  time: namedTime.nullable(),
  /** Of a receipt, or of the payments without one. */
  total_cost: z.number().nullable(),
  /** Who returned the record, or else who saved it last, and when. */
  by: z.string().nullable(),
  at: z.string().nullable(),
  remark: z.string().nullable(),
  /** The last day of the first consent to end; null if none was recorded. */
  until: z.string().nullable(),
  /** The day of the first payment without a receipt; null for anything else. */
  paid_since: z.string().nullable(),
})

/** A step on the profile of its student. */
export const studentTaskSchema = taskSchema.extend({
  /** Whether the caller is asked for it. What others are asked for can still be added. */
  is_mine: z.boolean(),
})
export type StudentTask = z.output<typeof studentTaskSchema>

/** A record that must be corrected or verified. */
export const openRecordSchema = taskSchema.extend({
  of: z.enum(['report', 'receipt']),
  state: z.enum(['unverified', 'returned']),
  id: count,
  time: namedTime,
  at: z.string(),
  /** Whether the caller can do it, and whether they saved it last. */
  is_mine: z.boolean(),
  is_own: z.boolean(),
})
export type OpenRecord = z.output<typeof openRecordSchema>

/** A student for whom something is open, with the first step that the caller can take, or else whom they wait for. */
export const missingSchema = z.object({
  student_id: count,
  ref: z.string(),
  name: z.string(),
  /** Their picture. */
  path: z.string().nullable(),
  status: count,
  school: z.string(),
  liaison_id: count,
  liaison: z.string(),
  /** All open steps, of every user. */
  open: z.array(z.enum(steps)),
  /** The records to correct, then those to verify. */
  records: z.array(openRecordSchema),
  /** How many facts are not known. */
  unknown_facts: count,
  /** The last day of the first consent to end; null if none was recorded. */
  consent_until: z.string().nullable(),
  /** The day since which the missing report card is due; null before it, or if the term has no dates. */
  due_since: z.string().nullable(),
  /** The day of the first payment without a receipt; null if there is none. */
  paid_since: z.string().nullable(),
  step: z.enum(steps).nullable(),
  /** A first name, or `a coordinator`. */
  waits_for: z.string().nullable(),
})
export type Missing = z.output<typeof missingSchema>
