import { z } from 'zod'
import { idParams } from '../identity/auth.ts'
import { type Calls, reply, VALUE_NOT_VALID } from '../base/call.ts'
import { daysFrom } from '../base/days.ts'
import { daySchema, id, idText, lineSchema, orNone, textSchema, namesOf } from '../base/fields.ts'
import { pdfFile } from '../base/files.ts'
import { listMeta, listQuery } from '../base/lists.ts'
import { ERASURE_WAIT_DAYS } from './erasure.ts'

/** The kinds of request about a child's record, and the days within which Kenya's regulations require an answer. */
export const requestKinds = {
  access: { title: 'Access', says: 'To see the record', days: 7 },
  correction: { title: 'Correction', says: 'To have something corrected', days: 14 },
  erasure: { title: 'Erasure', says: 'To have the record removed', days: 14 },
  restriction: { title: 'Restriction', says: 'To stop the use of the record, or of a part', days: 14 },
  copy: { title: 'Copy to take along', says: 'A copy for another organisation', days: 30 },
} as const
export type RequestKind = keyof typeof requestKinds
const kinds = namesOf(requestKinds)

/** `waiting`: the record will be anonymised. `answered` and `refused` are closed. */
export const requestStates = {
  to_decide: 'To decide',
  accepted: 'Accepted',
  waiting: 'Waiting',
  answered: 'Answered',
  refused: 'Refused',
} as const
export type RequestState = keyof typeof requestStates
const states = namesOf(requestStates)
export const openStates = ['to_decide', 'accepted', 'waiting'] as const satisfies RequestState[]
export const isOpen = (state: RequestState) => openStates.some((open) => open === state)

export const refusalGrounds = {
  identity: 'They could not show who they are',
  relation: 'They are not a parent, a guardian or the student',
  law: 'The record must be kept by law',
  others: 'It would show another person’s data',
  other: 'Another reason',
} as const
export type RefusalGround = keyof typeof refusalGrounds
const grounds = namesOf(refusalGrounds)

/** The days before a request is due in which it is in My work; of an erasure, before the day to start by. */
export const DUE_SOON_DAYS = 7

export const requestMessages = {
  saved: 'Request saved.',
  accepted: 'Request accepted.',
  answered: 'Request answered.',
  refused: 'Request refused.',
  studentRequired: 'Student cannot be empty',
  studentUnknown: 'Student is not known',
  kindRequired: 'Choose what is asked for',
  askerRequired: 'Who asks cannot be empty',
  identityRequired: 'How they proved who they are cannot be empty',
  wordsRequired: 'What they ask cannot be empty',
  askedAhead: 'Asked on cannot be after today',
  stateRequired: 'Choose what to do with the request',
  reasonRequired: 'Write to the person why the request is refused',
  confirmsMore: 'This tells the person that the child is registered. Leave out the name and the ref.',
  closed: 'This request is closed. Load the list again.',
  waits: 'The record is waiting to be anonymised. Cancel that first.',
  decideFirst: 'Accept the request first.',
  isRestricted: 'The record is restricted. Lift the restriction first, then refuse the request.',
  isAnonymous: 'This record is anonymised already.',
  notForExport: 'The request is not one for access to this record, or for a copy of it.',
} as const

export const dueOn = (kind: RequestKind, asked_on: string) => daysFrom(asked_on, requestKinds[kind].days)
/** Whether an erasure, or an export, can name this request as its reason, so that nothing else closes it. */
export const isForErasure = ({ kind }: { kind: RequestKind }) => kind === 'erasure'
export const isForExport = ({ kind }: { kind: RequestKind }) => kind === 'access' || kind === 'copy'
/** Whether what the request asks for is in force, so that it cannot be refused until the restriction is lifted. */
export const isInForce = ({
  kind,
  state,
  restricted_on,
}: Pick<RightsRequest, 'kind' | 'state' | 'restricted_on'>) =>
  kind === 'restriction' && state === 'accepted' && restricted_on !== null
/** The day by which an erasure must start, so that it is done in time. For other requests the day on which they are due. */
export const startBy = (kind: RequestKind, due_on: string) =>
  kind === 'erasure' ? daysFrom(due_on, -ERASURE_WAIT_DAYS) : due_on

export const requestForm = z.object({
  student_id: id(requestMessages.studentRequired),
  kind: z.enum(kinds, requestMessages.kindRequired),
  asked_by: lineSchema('Who asks', requestMessages.askerRequired),
  /** Such as `Mother`, or `The student`. */
  relation: orNone(lineSchema('Relation', 'Relation is not valid', 100)),
  identity_check: textSchema('How they proved who they are', requestMessages.identityRequired, 500),
  asked_on: daySchema('Asked on', 'Asked on cannot be empty'),
  words: textSchema('What they ask', requestMessages.wordsRequired, 2_000),
})
export type RequestForm = z.output<typeof requestForm>

/**
 * `reason` is the text of a refusal's letter, `reason_sw` the same in Swahili. Of an answered request, `reason` is how the answer
 * was received.
 */
export const decisionForm = z
  .object({
    state: z.enum(['accepted', 'answered', 'refused'], requestMessages.stateRequired),
    ground: orNone(z.enum(grounds, VALUE_NOT_VALID)),
    reason: orNone(textSchema('Reason', requestMessages.reasonRequired, 1_000)),
    reason_sw: orNone(textSchema('Reason in Swahili', VALUE_NOT_VALID, 1_000)),
  })
  .refine(({ state, reason }) => state !== 'refused' || reason !== null, {
    path: ['reason'],
    error: requestMessages.reasonRequired,
  })
export type DecisionForm = z.output<typeof decisionForm>

const count = z.number().int()

export const requestSchema = z.object({
  id: count,
  student_id: count,
  student: z.string(),
  ref: z.string(),
  /** The path of the student's picture. */
  path: z.string().nullable(),
  kind: z.enum(kinds),
  state: z.enum(states),
  /** Empty once the record is anonymised, as are `identity_check`, `words` and the reasons; a request that this closes gets a new reason. */
  asked_by: z.string(),
  relation: z.string().nullable(),
  identity_check: z.string(),
  asked_on: z.string(),
  words: z.string(),
  due_on: z.string(),
  /** The day by which anonymising must start for an erasure; otherwise `due_on`. */
  start_by: z.string(),
  /** The letter in which it was asked. */
  letter: z.object({ path: z.string(), name: z.string(), bytes: count }).nullable(),
  noted_by: z.string(),
  noted_at: z.string(),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  closed_at: z.string().nullable(),
  ground: z.enum(grounds).nullable(),
  reason: z.string().nullable(),
  reason_sw: z.string().nullable(),
  /** The day on which the record will be anonymised, if that was started. */
  anonymise_on: z.string().nullable(),
  /** The day from which the use of the record is restricted, for any reason. */
  restricted_on: z.string().nullable(),
})
export type RightsRequest = z.output<typeof requestSchema>

/** The numbers of requests in My work: due soon, and overdue. */
export const requestWorkSchema = z.object({ due: count, overdue: count })
export type RequestWork = z.output<typeof requestWorkSchema>

export const requestFilters = ['open', 'overdue', 'closed'] as const
export type RequestFilter = (typeof requestFilters)[number]

const requestSaved = reply({ message: z.string(), data: requestSchema })

export const requestCalls = {
  'GET /api/requests': {
    summary: 'What families and students ask about their records; the open ones first due first',
    query: listQuery.extend({
      show: z.enum(requestFilters, 'Show is not valid').optional(),
      kind: z.enum(kinds, 'Kind is not valid').optional(),
      student: idText.optional(),
    }),
    answer: reply({
      data: z.array(requestSchema),
      meta: listMeta,
      counts: z.object({ open: count, overdue: count, closed: count }),
    }),
  },
  'POST /api/requests': {
    summary: 'Note a request',
    body: requestForm,
    uploads: { letter: pdfFile },
    answer: requestSaved,
  },
  'PATCH /api/requests/:id': {
    summary: 'Accept, answer or refuse a request',
    params: idParams,
    body: decisionForm,
    answer: requestSaved,
  },
} as const satisfies Calls
