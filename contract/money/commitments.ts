import { z } from 'zod'
import { idParams } from '../identity/auth.ts'
import { type Calls, cannotBeEmpty, messageReply, reply } from '../base/call.ts'
import { daySchema, id, knownVersion, lineSchema, orNone, textSchema } from '../base/fields.ts'
import { amountSchema } from '../records/receipts.ts'
import { recordMessages } from '../records/records.ts'

export const commitmentMessages = {
  saved: 'Promise saved.',
  ended: 'Promise ended.',
  deleted: 'Promise deleted.',
  received: 'Marked as received.',
  whoRequired: 'Choose a supporter, or name the source',
  onlyOne: 'Choose a supporter or name a source, not both',
  promiseUnknown: 'Promise is not known',
  supporterUnknown: 'Supporter is not known',
  fromUnknown: 'The first term is not known',
  untilUnknown: 'The last term is not known',
  untilBefore: 'The last term cannot be before the first one',
  endRequired: 'Choose the last term, or empty the reason why it ended',
  endsLater: 'A promise cannot end after its last term. To make it longer, change it',
  untilBoth: 'Choose the year and the term, or leave both open',
  amountNeeded: 'Amount must be more than 0',
  noteNeeded: 'A note is needed, because more is promised than planned',
  hasReceived: 'Money was received for this promise. End it instead',
  notInTerm: 'Nothing was promised for this term',
  onRequired: cannotBeEmpty('Day'),
  onAhead: 'Day cannot be after today',
  changedMeanwhile: (name: string) => `${name} changed this promise while you were typing.`,
  receivedMeanwhile: (name: string, count: number) =>
    `${name} noted what came in of ${count === 1 ? 'this promise' : 'these promises'} while you were typing.`,
} as const

/** The labels of a promise in the student’s history. */
export const commitmentLabels = {
  promised_by: 'Who promised',
  amount: 'For each term',
  pays_school: 'Pays the school directly',
  from: 'From',
  until: 'Until',
  note: 'Note',
  end_reason: 'Why it ended',
  term: 'Term',
  received: 'Received',
  received_on: 'Received on',
}

export const promiseLetterKinds = ['late', 'ends_soon'] as const
export type PromiseLetterKind = (typeof promiseLetterKinds)[number]

/** A box that is ticked or not, also as the text of a form. */
const tick = z
  .union([z.boolean(), z.literal(['0', '1', 'true', 'false', 0, 1])])
  .default(false)
  .transform((value) => value === true || value === 'true' || value === '1' || value === 1)

const { yearRequired, termRequired } = recordMessages
const fields = z.object({
  supporter_id: orNone(id(commitmentMessages.supporterUnknown)),
  source: orNone(lineSchema('Source', cannotBeEmpty('Source'))),
  /** For each term. */
  amount: amountSchema('Amount').refine((amount) => amount > 0, commitmentMessages.amountNeeded),
  pays_school: tick,
  from_year_id: id(yearRequired),
  from_term_id: id(termRequired),
  /** Both null while the end is open. */
  until_year_id: orNone(id(yearRequired)),
  until_term_id: orNone(id(termRequired)),
  note: orNone(textSchema('Note', cannotBeEmpty('Note'), 500)),
})

type Form = z.output<typeof fields>
const checked = <Schema extends z.ZodType<Form>>(schema: Schema) =>
  schema
    .refine(({ supporter_id, source }) => supporter_id !== null || source !== null, {
      path: ['supporter_id'],
      error: commitmentMessages.whoRequired,
    })
    .refine(({ supporter_id, source }) => supporter_id === null || source === null, {
      path: ['source'],
      error: commitmentMessages.onlyOne,
    })
    .refine(({ until_year_id, until_term_id }) => (until_year_id === null) === (until_term_id === null), {
      path: ['until_term_id'],
      error: commitmentMessages.untilBoth,
    })

export const commitmentForm = checked(fields)
export type CommitmentForm = z.output<typeof commitmentForm>

/** With an `end_reason` the promise is shown as ended after its last term. */
export const commitmentEdit = checked(
  fields.extend({
    end_reason: orNone(textSchema('Reason', cannotBeEmpty('Reason'), 500)),
    ...knownVersion.shape,
  }),
).refine(({ end_reason, until_term_id }) => end_reason === null || until_term_id !== null, {
  path: ['until_term_id'],
  error: commitmentMessages.endRequired,
})
export type CommitmentEdit = z.output<typeof commitmentEdit>

export const receivedForm = z.object({
  year_id: id(yearRequired),
  term_id: id(termRequired),
  amount: amountSchema('Amount').refine((amount) => amount > 0, commitmentMessages.amountNeeded),
  on: daySchema('Day', commitmentMessages.onRequired),
  /** What the form showed as received for the term, in shillings. Without it nothing is compared. */
  seen: z.number().optional(),
})
export type ReceivedForm = z.output<typeof receivedForm>

/** What came in at once of several promises. */
export const giftForm = z.object({
  on: receivedForm.shape.on,
  parts: z
    .array(
      receivedForm.pick({ year_id: true, term_id: true, seen: true }).extend({
        commitment_id: id(commitmentMessages.promiseUnknown),
        /** 0 for a promise of which nothing is in the gift. */
        amount: amountSchema('Amount'),
      }),
    )
    .max(1_000)
    .refine((parts) => parts.some(({ amount }) => amount > 0), commitmentMessages.amountNeeded),
})
export type GiftForm = z.output<typeof giftForm>

const int = z.number().int()
export const receivedSchema = z.object({
  id: int,
  year_id: int,
  term_id: int,
  amount: z.number(),
  on: z.string(),
})
export const commitmentSchema = z.object({
  id: int,
  student_id: int,
  /** Supporter and source are null for a liaison officer. */
  supporter_id: int.nullable(),
  supporter: z.string().nullable(),
  source: z.string().nullable(),
  amount: z.number(),
  pays_school: z.boolean(),
  from_year_id: int,
  from_term_id: int,
  until_year_id: int.nullable(),
  until_term_id: int.nullable(),
  note: z.string().nullable(),
  end_reason: z.string().nullable(),
  received: z.array(receivedSchema),
  version: int,
})
export type Commitment = z.output<typeof commitmentSchema>

const saved = reply({ message: z.string(), data: z.object({ id: int }) })

export const commitmentCalls = {
  'GET /api/students/:id/commitments': {
    summary: 'The promises for a student, the newest first',
    params: idParams,
    answer: reply({
      data: z.array(commitmentSchema),
      /** Which promises removing the student’s supporter would end, and after which term; null for none. */
      if_supporter_removed: z
        .object({ promises: z.array(int), term_name: z.string(), year_name: z.string() })
        .nullable(),
    }),
  },
  'POST /api/students/:id/commitments': {
    summary: 'Add a promise, also one that renews another',
    params: idParams,
    body: commitmentForm,
    answer: saved,
  },
  'PUT /api/commitments/:id': {
    summary: 'Change a promise, or end it with a reason',
    params: idParams,
    body: commitmentEdit,
    answer: saved,
  },
  'DELETE /api/commitments/:id': {
    summary: 'Delete a promise of which nothing was received',
    params: idParams,
    answer: messageReply,
  },
  'POST /api/commitments/:id/received': {
    summary: 'Note what came in of a promise for a term',
    params: idParams,
    body: receivedForm,
    answer: saved,
  },
} as const satisfies Calls
