import { z } from 'zod'
import { type Calls, reply } from './base/call.ts'
import { idText } from './base/fields.ts'

/** The maximum length as JSON: far more than the longest form needs. */
export const DRAFT_MAX = 200_000
/** The maximum number of drafts per user. A new one replaces the oldest. */
export const DRAFTS_MOST = 50
/** A draft is deleted after this many days without a save. */
export const DRAFT_DAYS = 90

/** More versions than any draft gets, and far below the integer limit of either engine. */
const VERSION_MAX = 1_000_000_000

export const draftMessages = {
  versionWrong: 'Draft version is not valid',
  tooLong: 'Draft is too long to save',
  elsewhere: 'Another draft of this form was saved in the meantime.',
} as const

/**
 * Names the form and its student or record: `student-add`, `report-add-12`, `consent-add-12` or `promise-add-12` of student 12,
 * `receipt-edit-7` of receipt 7. A request also has `request-add`, until its student is chosen. `breach-add` is about no single student.
 */
export const draftKey = (
  form: 'student' | 'report' | 'receipt' | 'consent' | 'promise' | 'request' | 'breach',
  action: 'add' | 'edit',
  id?: number,
) => [form, action, id].filter((part) => part !== undefined).join('-')

const draftParams = z.object({
  key: z
    .string()
    .regex(
      /^(student-add|request-add|breach-add|(student-edit|consent-add|promise-add|request-add|(report|receipt)-(add|edit))-\d+)$/,
    )
    .refine((key) => key.endsWith('-add') || idText.safeParse(key.split('-')[2]).success),
})

const draftContent = z.object({
  /** The values as typed, even if a save would refuse them. */
  values: z.record(z.string(), z.unknown()),
  /** The names of the chosen files by field. The files are not part of the draft: the form asks for them again. */
  files: z.record(z.string(), z.string()).default({}),
})

export const draftForm = draftContent
  .extend({
    /** The version that this one continues; 0 if there was none. */
    follows: z
      .number(draftMessages.versionWrong)
      .int(draftMessages.versionWrong)
      .min(0, draftMessages.versionWrong)
      .max(VERSION_MAX, draftMessages.versionWrong)
      .default(0),
  })
  .refine((draft) => JSON.stringify(draft).length <= DRAFT_MAX, {
    path: ['values'],
    error: draftMessages.tooLong,
  })
export type DraftForm = z.output<typeof draftForm>

export const draftSchema = draftContent.extend({
  /** Changes with each save and is never reused. */
  version: z.number().int(),
  saved_at: z.string(),
})
export type Draft = z.output<typeof draftSchema>

export const draftCalls = {
  'GET /api/drafts/:key': {
    summary: 'The draft of a form, if there is one',
    params: draftParams,
    answer: reply({ data: draftSchema.nullable() }),
  },
  'PUT /api/drafts/:key': {
    summary: 'Save a draft of a form',
    params: draftParams,
    body: draftForm,
    answer: reply({ data: draftSchema.pick({ version: true, saved_at: true }) }),
  },
  'DELETE /api/drafts/:key': {
    summary: 'Discard a draft',
    params: draftParams,
    /** Only this version is removed: a newer one comes from another tab or device. */
    query: z.object({
      version: idText.refine((version) => version <= VERSION_MAX, draftMessages.versionWrong),
    }),
    answer: reply({}),
  },
} as const satisfies Calls
