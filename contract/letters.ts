import { z } from 'zod'
import { idParams } from './identity/auth.ts'
import { type Calls, reply } from './base/call.ts'
import { id, idText } from './base/fields.ts'
import { listMeta, listQuery } from './base/lists.ts'
import { userSchema } from './users.ts'

/** A letter waits until the mail server accepts it, or fails after a day of attempts. */
export const letterStates = ['waiting', 'sending', 'sent', 'failed'] as const
export type LetterState = (typeof letterStates)[number]

/** The news of a term to a supporter, a letter about promises, or one about an account, such as a password link. */
export const letterKinds = ['news', 'promise', 'account'] as const

export const letterMessages = {
  willRetry: 'The letter will be tried again.',
  manyWillRetry: (count: number) => `${count} letters will be tried again.`,
  noneToRetry: 'No letter is tried again: all that failed are to disabled users.',
  alreadySent: 'This letter has been sent.',
  isBeingSent: 'This letter is being sent at this moment.',
  isDisabled: 'The recipient’s account is disabled.',
  withheld: 'This letter was not sent. Its records are Verified again: send the notifications of its term.',
  noLink: 'This letter has no password link to copy.',
  noMailServer: 'Letters will wait here until the mail server is set up.',
} as const

/** Why a letter with news, or about promises, is not sent although it was written: what was allowed then is not any more. */
export const withheldWords = {
  noSupporter: 'This supporter no longer supports the students in it.',
  disabled: 'The supporter’s account is disabled.',
  restricted: 'The use of the records of the students in it is restricted.',
  notShared: 'The progress of the students in it may not be shared with the supporter.',
  changed: 'The records in it have changed since.',
  named: 'It names a child who may no longer be shown.',
} as const

/** Whether a letter with news failed because none of its students may be in it any more. It is not tried again. */
export const isWithheld = ({ kind, state, students }: Pick<Letter, 'kind' | 'state' | 'students'>) =>
  kind === 'news' && state === 'failed' && students === 0

/** Whether a letter about promises failed because it may not be sent as it is. A retry checks it again. */
export const isRefused = ({ kind, state, last_error }: Pick<Letter, 'kind' | 'state' | 'last_error'>) =>
  kind === 'promise' &&
  state === 'failed' &&
  (last_error === withheldWords.named || last_error === withheldWords.disabled)

const count = z.number().int()

export const letterSchema = z.object({
  id: count,
  kind: z.enum(letterKinds),
  /** The address it is sent to, which may no longer be the user's. */
  recipient: z.string(),
  to: userSchema.nullable(),
  subject: z.string(),
  /** The number of students it is about, and the first of them. */
  students: count,
  first_student: z.string().nullable(),
  /** The number of attached PDFs. */
  attached: count,
  state: z.enum(letterStates),
  attempts: count,
  /** The mail server's error message, if the last attempt failed. */
  last_error: z.string().nullable(),
  created_at: z.string(),
  tried_at: z.string().nullable(),
  /** When the next attempt is made, while it waits. */
  next_try_at: z.string().nullable(),
  sent_at: z.string().nullable(),
  /** The user who sent the news. */
  sent_by: z.string().nullable(),
  /** Whether the letter has a password link that can still be copied. */
  has_link: z.boolean(),
})
export type Letter = z.output<typeof letterSchema>

const kind = z.enum(letterKinds, 'Kind is not valid').optional()

/** The filters of the list. A letter that is being sent still counts as waiting. */
const lettersQuery = listQuery.omit({ whole: true }).extend({
  state: z.enum(['waiting', 'failed'], 'State is not valid').optional(),
  kind,
  year_id: idText.optional(),
  term_id: idText.optional(),
  /** This letter and those written after it. */
  since: idText.optional(),
})
export type LettersQuery = z.output<typeof lettersQuery>

/** The number of letters in each state that match the other filters and the search. */
const letterCounts = z.record(z.enum(letterStates), count)
export type LetterCounts = z.output<typeof letterCounts>

const retryForm = z.object({
  kind,
  year_id: id('Year is not valid').optional(),
  term_id: id('Term is not valid').optional(),
})

/** A letter exactly as the recipient gets it. */
export const wholeLetterSchema = z.object({
  recipient: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ name: z.string(), bytes: count, path: z.string() })),
})
export type WholeLetter = z.output<typeof wholeLetterSchema>

export const letterCalls = {
  'GET /api/letters': {
    summary: 'The letters in the outbox and those that were sent, the newest first',
    query: lettersQuery,
    answer: reply({
      data: z.array(letterSchema),
      meta: listMeta,
      counts: letterCounts,
      /** The number of failed letters that a retry sends: password links only with the kind `account`. */
      to_retry: count,
      /** The number of unsent letters that could not be delivered yet and are tried again. */
      tried_again: count,
      mail_server: z.boolean(),
    }),
  },
  'GET /api/letters/:id': {
    summary: 'One letter exactly as it arrives, without a password link',
    params: idParams,
    answer: reply({ data: wholeLetterSchema }),
  },
  'POST /api/letters/retry': {
    summary:
      'Try the failed letters again, of all terms or of one; those with a password link only with the kind `account`',
    body: retryForm,
    answer: reply({ message: z.string(), letters: count }),
  },
  'POST /api/letters/:id/retry': {
    summary: 'Try a letter again at once',
    params: idParams,
    answer: reply({ message: z.string(), data: letterSchema }),
  },
  'POST /api/letters/:id/link': {
    summary: "Make a letter's password link, to send it another way",
    params: idParams,
    answer: reply({ data: z.object({ link: z.string() }) }),
  },
} as const satisfies Calls
