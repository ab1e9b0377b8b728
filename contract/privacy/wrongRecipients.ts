import { z } from 'zod'
import { idParams } from '../identity/auth.ts'
import { type Calls, reply } from '../base/call.ts'
import { formatDay } from '../base/days.ts'
import { daySchema, id, lineSchema } from '../base/fields.ts'

/** The kinds of thing that may reach the wrong supporter. */
export const wrongThings = { letter: 'A letter', picture: 'A picture', other: 'Something else' } as const
export type WrongThing = keyof typeof wrongThings
const WHAT_MAX = 200

/** One of these kinds in words, or the words that were typed instead. */
export const wrongThingInWords = (what: string): string => (isWrongThing(what) ? wrongThings[what] : what)
export const isWrongThing = (what: string): what is WrongThing => Object.hasOwn(wrongThings, what)

export const wrongRecipientMessages = {
  letterWritten: 'The letter that asks to delete it is sent.',
  letterWaits: 'The letter that asks to delete it waits in the outbox.',
  noLetter: 'Noted. No letter could be sent, because the account is disabled.',
  supporterRequired: 'Choose the supporter who got it',
  supporterUnknown: 'Supporter is not known',
  isOwn: 'This is the student’s supporter',
  whatRequired: 'Choose what they got',
  onRequired: 'Day cannot be empty',
  onAhead: 'Day cannot be after today',
} as const

/** The name of the change in the student’s history, and its fields. */
export const WRONG_RECIPIENT = 'noted a wrong recipient'
export const wrongRecipientLabels = { supporter: 'Who received it', what: 'What', received_on: 'Received on' }

export const wrongRecipientForm = z.object({
  supporter_id: id(wrongRecipientMessages.supporterRequired),
  /** One of the kinds, or other words. */
  what: lineSchema('What they got', wrongRecipientMessages.whatRequired, WHAT_MAX),
  on: daySchema('Day', wrongRecipientMessages.onRequired),
})
export type WrongRecipientForm = z.output<typeof wrongRecipientForm>

/** What a supporter saw or received of a student, on how many days, and on which day last. */
const seenSchema = z.object({ what: z.string(), days: z.number().int(), last: z.string() })
export type Seen = z.output<typeof seenSchema>

/** `2 days, last on 1 Mar 2026` */
export const seenDays = ({ days, last }: Seen) =>
  days === 1 ? formatDay(last) : `${days} days, last on ${formatDay(last)}`

export const wrongRecipientSchema = z.object({
  supporter: z.string(),
  /** Whether a letter asks them to delete it: none can be sent to a disabled account. */
  is_asked: z.boolean(),
  /** What the supporter saw of the student since they received it. */
  seen: z.array(seenSchema),
})
export type WrongRecipient = z.output<typeof wrongRecipientSchema>

export const wrongRecipientCalls = {
  'POST /api/students/:id/wrong-recipient': {
    summary:
      'Note that something reached the wrong supporter, and ask them to delete what they have of the student',
    params: idParams,
    body: wrongRecipientForm,
    answer: reply({ message: z.string(), data: wrongRecipientSchema }),
  },
} as const satisfies Calls
