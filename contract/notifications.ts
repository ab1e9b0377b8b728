import { z } from 'zod'
import { recordMessages } from './records.ts'
import { letterStates } from './letters.ts'
import { id } from './fields.ts'

/** What a letter to a supporter carries at most; the rest is seen by signing in. */
export const ATTACHED_MAX_BYTES = 15 * 1024 * 1024

export const notificationMessages = {
  changed: 'What is approved has changed since you looked. Look again before you send.',
  send: 'Send Notifications',
  nothingApproved: 'No Approvals to Send',
  noneToRetry: 'No letter is tried again: those that failed are to supporters who are disabled.',
  noMailServer: 'No mail server is set: letters wait until SMTP_URL is.',
} as const

/** Whose term's news is meant. */
export const noticeTime = z.object({
  year_id: id(recordMessages.yearRequired),
  term_id: id(recordMessages.termRequired),
})
export type NoticeTime = z.output<typeof noticeTime>

const count = z.number().int()

/** What is sent: all that is approved of a term, as long as it is what was looked at before. */
export const noticeForm = noticeTime.extend({ seen: z.string().max(100).optional() })

/** A year and term, with how many of its reports and receipts are where. */
export const noticeRowSchema = z.object({
  year_id: z.number().int(),
  term_id: z.number().int(),
  year_name: z.string(),
  term_name: z.string(),
  report_pending: count,
  report_approved: count,
  report_sent: count,
  finance_pending: count,
  finance_approved: count,
  finance_sent: count,
})
export type NoticeRow = z.output<typeof noticeRowSchema>

export const hasApprovals = ({ report_approved, finance_approved }: NoticeRow) =>
  report_approved + finance_approved > 0

/** Why an approved item is not sent: its student has nobody to tell. Every user has an address. */
export const leftOutReasons = { noSupporter: 'No supporter', disabled: 'The supporter is disabled' } as const
export const leftOutKinds = ['noSupporter', 'disabled'] as const
export type LeftOutKind = (typeof leftOutKinds)[number]

const noticeStudent = z.object({
  id: z.number().int(),
  ref: z.string(),
  name: z.string(),
  reports: count,
  receipts: count,
})

/** What a send would do: who gets a letter about whom, and who is left out. */
export const noticePreviewSchema = z.object({
  /** Stands for all of it, and comes back with the send. */
  seen: z.string(),
  letters: z.array(
    z.object({
      supporter_id: z.number().int(),
      name: z.string(),
      email: z.string(),
      students: z.array(noticeStudent),
    }),
  ),
  left_out: z.array(noticeStudent.extend({ reason: z.enum(leftOutKinds) })),
})
export type NoticePreview = z.output<typeof noticePreviewSchema>

/** A letter exactly as it arrives. */
export const noticeLetterSchema = z.object({
  recipient: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ name: z.string(), bytes: z.number().int(), path: z.string() })),
})
export type NoticeLetter = z.output<typeof noticeLetterSchema>

/** What became of a letter. */
export const sentNoticeSchema = z.object({
  id: z.number().int(),
  year: z.string(),
  term: z.string(),
  supporter_id: z.number().int(),
  supporter: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(letterStates),
  attempts: z.number().int(),
  /** What the mail server said last, good or bad. */
  answer: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  sent_by: z.string(),
  students: z.array(z.object({ id: z.number().int(), name: z.string(), ref: z.string() })),
  attached: z.number().int(),
})
export type SentNotice = z.output<typeof sentNoticeSchema>

/** Of all letters, or those of a term: how many there are, how many are still on their way, how many failed. */
export const sentCountsSchema = z.object({ all: count, waiting: count, failed: count })
export type SentCounts = z.output<typeof sentCountsSchema>
