import { z } from 'zod'
import { type Calls, reply } from './call.ts'
import { idText } from './fields.ts'

/** As JSON: far above what the longest form takes. */
export const DRAFT_MAX = 200_000
/** Of one user. What is typed next takes the place of what was left longest. */
export const DRAFTS_MOST = 50
/** A draft that nobody came back to for so long is forgotten. */
export const DRAFT_DAYS = 90

/** More often than anybody saves one draft, and far below what either engine's columns hold. */
const VERSION_MAX = 1_000_000_000

export const draftMessages = {
  versionWrong: 'Draft version is not valid',
  tooLong: 'Draft is too long to be kept',
  elsewhere: 'Another draft of this form was saved meanwhile.',
} as const

/** Which form it is of, and of whom: `student-add`, `report-add-12` of student 12, `receipt-edit-7` of receipt 7. */
export const draftKey = (form: 'student' | 'report' | 'receipt', deed: 'add' | 'edit', id?: number) =>
  [form, deed, id].filter((part) => part !== undefined).join('-')

const draftParams = z.object({
  key: z
    .string()
    .regex(/^(student-add|(student-edit|(report|receipt)-(add|edit))-\d+)$/)
    .refine((key) => key === 'student-add' || idText.safeParse(key.split('-')[2]).success),
})

const draftContent = z.object({
  /** What is typed, just as it stands in the form, whatever a save would say of it. */
  values: z.record(z.string(), z.unknown()),
  /** The names of the chosen files by field. They stay where they are, and are asked for again. */
  files: z.record(z.string(), z.string()).default({}),
})

export const draftForm = draftContent
  .extend({
    /** The version that this one goes on from; 0 where there was none. */
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
  /** Another one each time it is saved, never given again. */
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
    summary: 'Keep a draft of a form',
    params: draftParams,
    body: draftForm,
    answer: reply({ data: draftSchema.pick({ version: true, saved_at: true }) }),
  },
  'DELETE /api/drafts/:key': {
    summary: 'Discard a draft',
    params: draftParams,
    /** Only the version that one knows is removed: a newer one is what somebody types elsewhere. */
    query: z.object({
      version: idText.refine((version) => version <= VERSION_MAX, draftMessages.versionWrong),
    }),
    answer: reply({}),
  },
} as const satisfies Calls
