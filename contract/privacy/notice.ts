import { z } from 'zod'
import { type Calls, reply } from '../base/call.ts'
import { lineSchema, textSchema } from '../base/fields.ts'

const NOTICE_MAX = 20_000
export const VERSION_MAX = 50

export const noticeMessages = {
  saved: 'Privacy notice saved.',
  versionRequired: 'Version cannot be empty',
  englishRequired: 'English text cannot be empty',
  swahiliRequired: 'Swahili text cannot be empty',
  isNamed: (version: string) =>
    `Version ${version} is named by a consent, so its text stays. Give the new text another version.`,
  savedMeanwhile: (version: string) =>
    `Somebody saved version ${version} while you were typing. Give this text another version.`,
  unknown: 'Notice version is not known',
} as const

export const noticeForm = z.object({
  version: lineSchema('Version', noticeMessages.versionRequired, VERSION_MAX),
  en: textSchema('English text', noticeMessages.englishRequired, NOTICE_MAX),
  sw: textSchema('Swahili text', noticeMessages.swahiliRequired, NOTICE_MAX),
})
export type NoticeForm = z.output<typeof noticeForm>

const noticeBody = noticeForm.extend({
  /** When the writer saw the version saved, or null for a new one. Without it nothing is compared. */
  seen: z.string().nullable().optional(),
})
export type NoticeBody = z.output<typeof noticeBody>

/** A version of the privacy notice, which explains to families how a child's data are used. */
export const noticeSchema = noticeForm.extend({ saved_at: z.string(), saved_by: z.string() })
export type Notice = z.output<typeof noticeSchema>

const answer = {
  /** Null if none is saved yet. */
  data: noticeSchema.nullable(),
  /** The newest first. */
  versions: z.array(z.string()),
}

export const noticeCalls = {
  'GET /api/privacy/notice': {
    summary: 'The privacy notice: its newest version, or the one that is asked for',
    query: z.object({ version: z.string().max(VERSION_MAX).optional() }),
    answer: reply(answer),
  },
  'PUT /api/privacy/notice': {
    summary: 'Add a version of the privacy notice, or correct one that no consent names',
    body: noticeBody,
    answer: reply({ message: z.string(), ...answer }),
  },
} as const satisfies Calls
