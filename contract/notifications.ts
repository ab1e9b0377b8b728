import { z } from 'zod'
import { type Calls, reply } from './base/call.ts'
import { recordMessages } from './records/records.ts'
import { lacks, missingSchema, namedTime, steps } from './records/steps.ts'
import { wholeLetterSchema } from './letters.ts'
import { paymentWorkSchema } from './money/payments.ts'
import { requestWorkSchema } from './privacy/requests.ts'
import { reviewWorkSchema } from './privacy/review.ts'
import { id, idText, namesOf } from './base/fields.ts'
import { listMeta, listQuery, longListQuery, searchText } from './base/lists.ts'

/** The size limit for the attachments of a letter; supporters sign in to see the others. */
export const ATTACHED_MAX_BYTES = 15 * 1024 * 1024

export const notificationMessages = {
  changed: 'The approved records have changed since this preview. Check it again before you send.',
  send: 'Send Notifications',
  nothingApproved: 'No Approvals to Send',
} as const

/** The chosen year and term. */
export const notificationTime = z.object({
  year_id: id(recordMessages.yearRequired),
  term_id: id(recordMessages.termRequired),
})
export type NotificationTime = z.output<typeof notificationTime>

/** A term as screens show it: `Term 3, 2026`. */
export const termName = ({ term_name, year_name }: { term_name: string; year_name: string }) =>
  `${term_name}, ${year_name}`

const count = z.number().int()

/**
 * Sends all approved records of a term. `seen` is the fingerprint of a preview: if it no longer matches, nothing is
 * sent.
 */
export const notificationForm = notificationTime.extend({ seen: z.string().max(100).optional() })

/**
 * Why an approved item is not sent; `notShared`: the consent of the family does not allow it; `restricted`: the use of the record is restricted. A missing address is not
 * among the reasons: every user has one.
 */
export const leftOutKinds = ['noSupporter', 'disabled', 'restricted', 'notShared'] as const
export type LeftOutKind = (typeof leftOutKinds)[number]

/** A year and term, with how many of its report cards and receipts are pending, approved and sent, and its letters. */
export const notificationRowSchema = z.object({
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
  /** Those of the pending ones that were returned to their authors, and so do not wait to be verified. */
  report_returned: count,
  finance_returned: count,
  /** How many letters a send would write. */
  letters: count,
  /** The number of students whose approved records would not be sent, by reason. */
  left_out: z.record(z.enum(leftOutKinds), count),
  letters_failed: count,
  /**
   * The number of students whom What Is Missing lists for the newest term for report cards; null in others, where it would
   * count everybody who joined later.
   */
  missing: count.nullable(),
  /** Whether it is the newest term of all. */
  is_newest: z.boolean(),
})
export type NotificationRow = z.output<typeof notificationRowSchema>

/** The text of a row that browser and server search: year and term together, either way round. */
export const termSearchText = ({ year_name, term_name }: Pick<NotificationRow, 'year_name' | 'term_name'>) =>
  searchText([], [`${year_name} ${term_name}`, `${term_name} ${year_name}`])

export const hasApprovals = ({
  report_approved,
  finance_approved,
}: Pick<NotificationRow, 'report_approved' | 'finance_approved'>) => report_approved + finance_approved > 0

const notificationStudent = z.object({
  id: z.number().int(),
  ref: z.string(),
  name: z.string(),
  reports: count,
  receipts: count,
})

const unverifiedCounts = z.object({ students: count, reports: count, receipts: count })

/** What a send would do: the letters, the records that stay because of their supporter, and the unverified records. */
export const notificationPreviewSchema = z.object({
  /** The fingerprint of this preview, which the send passes back. */
  seen: z.string(),
  letters: z.array(
    z.object({
      supporter_id: z.number().int(),
      name: z.string(),
      email: z.string(),
      /** The costs are those of the receipts. */
      students: z.array(notificationStudent.extend({ cost: z.number() })),
    }),
  ),
  left_out: z.array(
    notificationStudent.extend({
      path: z.string().nullable(),
      status: count,
      school: z.string(),
      reason: z.enum(leftOutKinds),
      supporter_email: z.string().nullable(),
    }),
  ),
  /** Not verified yet, and returned to their authors. */
  pending: unverifiedCounts,
  returned: unverifiedCounts,
})
export type NotificationPreview = z.output<typeof notificationPreviewSchema>

/** The most students in the answer about My work; `total` counts all. */
export const WORK_MAX = 200

export const workSchema = z.object({
  /** How many students have a step for the caller. */
  total: count,
  /** How many other lines My work has. */
  others: count,
  /** The students for whom the caller has a step to take, each once. */
  rows: z.array(z.object({ student_id: count, ref: z.string(), step: z.enum(steps) })),
  /** The number of all these students by step; to complete is any other. */
  students: z.object({ correct: count, verify: count, complete: count }),
  /** Requests about records that must be answered soon; none for users who do not decide them. */
  requests: requestWorkSchema,
  /** The open breaches; none for users who do not see the register. */
  breaches: count,
  /** Records to decide about again; none for users who do not decide about them. */
  review: reviewWorkSchema,
  /** The caller's own students who come of age, without a consent of their own. */
  adults: count,
  /** Payments to schools; none for users who do not see them. */
  payments: paymentWorkSchema,
})
export type Work = z.output<typeof workSchema>

export const notificationCalls = {
  'GET /api/notifications': {
    summary: 'The terms with what is pending, approved and sent; or one of them',
    query: listQuery.extend({ year_id: idText.optional(), term_id: idText.optional() }),
    answer: z.union([
      reply({ data: z.array(notificationRowSchema), meta: listMeta }),
      reply({ data: notificationRowSchema, message: z.string() }),
    ]),
  },
  'POST /api/notifications': {
    summary: 'Send the supporters the news of a term',
    body: notificationForm,
    answer: reply({
      message: z.string(),
      data: notificationRowSchema,
      letters: count,
      /** The id of the first of these letters; the others have greater ids. */
      since: count.nullable(),
    }),
  },
  'GET /api/notifications/preview': {
    summary: 'What a send would do now',
    query: notificationTime,
    answer: reply({ data: notificationPreviewSchema }),
  },
  'GET /api/notifications/letter': {
    summary: 'The letter to one supporter, exactly as it would arrive',
    query: notificationTime.extend({ supporter_id: idText }),
    answer: reply({ data: wholeLetterSchema }),
  },
  'GET /api/notifications/work': {
    summary: 'The students for whom the caller has a step to take, and what else is due',
    answer: reply({ data: workSchema }),
  },
  'GET /api/notifications/terms': {
    summary: 'The terms that have records, and the newest one, the newest first',
    answer: reply({ data: z.array(namedTime) }),
  },
  'GET /api/notifications/missing': {
    summary: 'The students for whom something is open; all, or the caller’s own',
    /**
     * Without a term it lists what is open now: missing records of the newest term with any of their kind, and the
     * records of all terms that must be corrected or verified.
     */
    query: notificationTime.partial().extend({
      /** The students of My work, and the caller's own who wait for others. */
      mine: z.literal('1').optional(),
      /** Sorted by `liaison` officer and name, all students come page by page; otherwise in the order in which they were added. */
      ...longListQuery.shape,
      /** Only students for whom such a step is open. */
      lack: z.enum(namesOf(lacks)).optional(),
    }),
    answer: reply({
      data: z.array(missingSchema),
      meta: listMeta,
      /** How many students there are, with those for whom nothing is open. */
      students: count,
      /** The term that was asked for, or else the newest, and the terms whose records are missing. */
      time: namedTime.nullable(),
      times: z.object({ report: namedTime.nullable(), receipt: namedTime.nullable() }),
    }),
  },
  'GET /api/notifications/missing/counts': {
    summary: 'How many students each filter of What Is Missing finds',
    query: notificationTime.partial(),
    answer: reply({
      /** The students for whom something is open, and with those for whom nothing is. */
      total: count,
      students: count,
      lacks: z.record(z.enum(namesOf(lacks)), count),
      /** The students with a record that waits for the caller to verify. */
      to_verify: count,
    }),
  },
} as const satisfies Calls
