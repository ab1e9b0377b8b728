import { z } from 'zod'
import { idParams } from '../identity/auth.ts'
import { type Calls, messageReply, reply } from '../base/call.ts'
import { optionalId } from '../base/fields.ts'
import { listMeta, listQuery } from '../base/lists.ts'

/** How long a record waits, read-only, before it is anonymised. */
export const ERASURE_WAIT_DAYS = 7
/** If at least this many students are alike, none of them can be recognised: their school stays, and there is no warning. */
export const ALIKE_ENOUGH = 5
/** After how many years a record can be listed; null lists none. */
export const retentionPeriods = [3, 5, 7, 10] as const

/** What an anonymised student is called. */
export const ANONYMOUS = 'Anonymised student'
/** The school of records with too few others alike. Each cluster has one of its own. */
export const NO_SCHOOL = 'School not shown'
/** The title of a picture in another gallery whose title named the student. */
export const GROUP_PICTURE = 'Group picture'

export const erasureMessages = {
  started: (on: string) => `This record will be anonymised on ${on}.`,
  cancelled: 'The record stays as it is.',
  isActive: 'Only the record of a student who has left can be anonymised. Set the status first.',
  wrongRef: (ref: string) => `Type ${ref} to confirm`,
  waitsAlready: 'This record is waiting to be anonymised already.',
  isDone: 'This record is anonymised already.',
  waitsNot: 'This record is not waiting to be anonymised.',
  readOnly: 'This record is waiting to be anonymised: it cannot be changed.',
  notItsRequest: 'The request is not an open request for erasure of this record.',
  /** The reason for closing an open request. */
  requestClosed: 'The record was anonymised.',
  periodSaved: 'Period saved.',
  notAPeriod: 'Period must be none, 3, 5, 7 or 10 years',
} as const

const count = z.number().int()

export const anonymiseForm = z.object({
  /** Typed to confirm. */
  ref: z.string('Ref cannot be empty').trim().max(50),
  /** The request that asked for it. */
  request_id: optionalId,
  /** Whether the gender is removed too, where few are alike. */
  drop_gender: z
    .union([z.boolean(), z.literal('1').transform(() => true), z.literal('').transform(() => false)])
    .default(false),
})
export type AnonymiseForm = z.output<typeof anonymiseForm>

/** Set for a student whose record waits to be anonymised, or is. */
export const erasureSchema = z.object({
  state: z.enum(['waiting', 'anonymised']),
  /** The day on which it will be, or was, anonymised. */
  on: z.string(),
  by: z.string(),
  started_at: z.string(),
  /** Who asked for it; null without a request, and once the record is anonymised. */
  asked_by: z.string().nullable(),
})
export type Erasure = z.output<typeof erasureSchema>

/** What a student's record consists of, and what anonymising it would leave. */
export const recordContentsSchema = z.object({
  facts: count,
  reports: count,
  receipts: count,
  documents: count,
  media: count,
  /** Pictures that show other children too, which an export leaves out. */
  group_media: count,
  letters: count,
  consents: count,
  requests: count,
  changes: count,
  /** Days on which somebody looked. */
  accesses: count,
  /** The size of the ZIP, if it is exported now. */
  bytes: count,
  /** The students of the same gender, year of birth and cluster, with this one. */
  alike: count,
  /** Whether the school stays when the record is anonymised. */
  keeps_school: z.boolean(),
  /** The day of anonymising, if it started today. */
  anonymise_on: z.string(),
  erasure: erasureSchema.nullable(),
})
export type RecordContents = z.output<typeof recordContentsSchema>

/** Texts that name a child are listed up to this number of each kind. */
export const MENTIONS_MAX = 50

const mentionKinds = [
  'student',
  'report',
  'receipt',
  'document',
  'media',
  'consent',
  'request',
  'wrong_recipient',
  'own_plan',
  'commitment',
  'payment_line',
] as const
export type MentionKind = (typeof mentionKinds)[number]

/** A text in another child's record that names the child. Anonymising leaves it as it is. */
export const mentionSchema = z.object({
  kind: z.enum(mentionKinds),
  /** The id of the row with the text. */
  id: count,
  /** Such as `Report card, Term 2, 2026`. */
  what: z.string(),
  /** The student whose record has the text. */
  student_id: count,
  ref: z.string(),
  name: z.string(),
  excerpt: z.string(),
  /** Its address in the page. */
  link: z.string(),
})
export type Mention = z.output<typeof mentionSchema>

/** The address of the screen that shows such a text. */
export function mentionLink(kind: MentionKind, student: { id: number; ref: string }): string {
  if (kind === 'media') return `/dashboard/studentgallery?student=${student.id}`
  if (kind === 'request') return `/dashboard?menu=requests&search=${student.ref}`
  const part = kind === 'receipt' ? 'finance' : 'academics'
  return `/dashboard?menu=profile&student=${student.id}&profile=${part}`
}

export const retentionRowSchema = z.object({
  id: count,
  ref: z.string(),
  name: z.string(),
  status: count,
  path: z.string().nullable(),
  school: z.string(),
  /** The day of the last change of status, or the year of the last report card. */
  left: z.string(),
  is_year: z.boolean(),
  reports: count,
  receipts: count,
  media: count,
  /** The day on which the record will be anonymised, if that was started. */
  anonymise_on: z.string().nullable(),
})
export type RetentionRow = z.output<typeof retentionRowSchema>

export const retentionForm = z.object({
  years: z
    .union([z.literal(''), z.null(), z.coerce.number()], erasureMessages.notAPeriod)
    .transform((years) => (years === '' || years === null ? null : years))
    .refine((years) => years === null || retentionPeriods.some((each) => each === years), {
      error: erasureMessages.notAPeriod,
    }),
})

export const erasureCalls = {
  'GET /api/students/:id/contents': {
    summary: 'What the record of a student consists of, before it is exported or anonymised',
    params: idParams,
    answer: reply({ data: recordContentsSchema }),
  },
  'GET /api/students/:id/mentions': {
    summary: 'The texts in other records that name a student, and how many there are',
    params: idParams,
    answer: reply({ data: z.array(mentionSchema), total: count }),
  },
  'POST /api/students/:id/anonymise': {
    summary: 'Anonymise the record of a student who has left, after seven days',
    params: idParams,
    body: anonymiseForm,
    answer: reply({ message: z.string(), data: erasureSchema }),
  },
  'DELETE /api/students/:id/anonymise': {
    summary: 'Cancel anonymising a record that waits for it',
    params: idParams,
    answer: messageReply,
  },
  'GET /api/retention': {
    summary: 'The students who left longer ago than the period, and the period',
    query: listQuery,
    answer: reply({ data: z.array(retentionRowSchema), meta: listMeta, years: count.nullable() }),
  },
  'PUT /api/retention': {
    summary: 'Set after how many years records are listed; null for no period',
    body: retentionForm,
    answer: messageReply,
  },
} as const satisfies Calls
