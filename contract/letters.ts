import { z } from 'zod'
import { idParams } from './auth.ts'
import { type Calls, reply } from './call.ts'
import { listMeta, listQuery } from './lists.ts'

/** A letter waits until the mail server has taken it, or failed after a day of tries. */
export const letterStates = ['waiting', 'sending', 'sent', 'failed'] as const

export const letterMessages = {
  willRetry: 'The letter will be tried again.',
  alreadySent: 'This letter has been sent.',
  isBeingSent: 'This letter is being sent at this moment.',
  noLink: 'This letter holds no password link that could be copied.',
  noMailServer: 'No mail server is set: letters wait here until SMTP_URL is.',
} as const

export const letterSchema = z.object({
  id: z.number().int(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(letterStates),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  /** Whether the letter carries a password link that may still be copied. */
  has_link: z.boolean(),
})
export type Letter = z.output<typeof letterSchema>

export const letterCalls = {
  'GET /api/letters': {
    summary: 'The letters in the outbox and those that were sent',
    query: listQuery,
    answer: reply({ data: z.array(letterSchema), meta: listMeta, mail_server: z.boolean() }),
  },
  'POST /api/letters/:id/retry': {
    summary: 'Try a letter again at once',
    params: idParams,
    answer: reply({ message: z.string(), data: letterSchema }),
  },
  'POST /api/letters/:id/link': {
    summary: "Make a letter's password link, to hand over by another way",
    params: idParams,
    answer: reply({ data: z.object({ link: z.string() }) }),
  },
} as const satisfies Calls
