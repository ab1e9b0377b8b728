import { z } from 'zod'
import { historyEntrySchema } from '../base/call.ts'

/** What a change in a student's history is about, in the order in which the page filters them. */
export const changedThings = {
  student: 'Student',
  consent: 'Consent',
  report: 'Report cards',
  receipt: 'Receipts',
  document: 'Documents',
  media: 'Gallery',
  own_plan: 'Fee plans',
  commitment: 'Promises',
  payment_line: 'Payments',
  wrong_recipient: 'Wrong recipient',
} as const
export type ChangedThing = keyof typeof changedThings

/** A change of a student or of what belongs to them. */
export const studentChangeSchema = historyEntrySchema.extend({
  entity: z.enum(Object.keys(changedThings) as ChangedThing[]),
  /** Which one it is: `Term 3, 2026`, `Fee structure, 2026`, a picture's title; null if it is gone, or the only one. */
  of: z.string().nullable(),
})
export type StudentChange = z.output<typeof studentChangeSchema>
