import { z } from 'zod'
import { idParams } from '../identity/auth.ts'
import { type Calls, messageReply, reply } from '../base/call.ts'
import { textSchema } from '../base/fields.ts'

export const restrictionMessages = {
  restricted: 'The use of this record is restricted.',
  lifted: 'The restriction is lifted.',
  reasonRequired: 'Reason cannot be empty',
  already: 'The use of this record is restricted already.',
  isNot: 'The use of this record is not restricted.',
  /** The reason when a family or student asked for it. */
  asked: (asker: string, words: string) => `${asker} asked: ${words}`,
} as const

export const REASON_MAX = 500
export const restrictionForm = z.object({
  reason: textSchema('Reason', restrictionMessages.reasonRequired, REASON_MAX),
})

/** Set while the use of a student's record is restricted: staff can read and edit it, and nothing of it reaches a supporter. */
export const restrictionSchema = z.object({ on: z.string(), reason: z.string(), by: z.string() })
export type Restriction = z.output<typeof restrictionSchema>

export const restrictionCalls = {
  'POST /api/students/:id/restriction': {
    summary: 'Restrict the use of a student’s record: nothing of it reaches a supporter',
    params: idParams,
    body: restrictionForm,
    answer: reply({ message: z.string(), data: restrictionSchema }),
  },
  'DELETE /api/students/:id/restriction': {
    summary: 'Lift the restriction',
    params: idParams,
    answer: messageReply,
  },
} as const satisfies Calls
