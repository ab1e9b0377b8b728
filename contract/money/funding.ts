import { z } from 'zod'
import { idParams } from '../identity/auth.ts'
import { type Calls, messageReply, reply } from '../base/call.ts'
import { id, idText, lineSchema, textSchema } from '../base/fields.ts'
import { listMeta, listQuery, WHOLE_LIST_LIMIT } from '../base/lists.ts'
import { commitmentSchema, giftForm, promiseLetterKinds } from './commitments.ts'
import { termSchema } from './plans.ts'

export const fundingMessages = {
  letterSent: 'Letter sent.',
  letterWaits: 'The letter waits in the outbox.',
  writtenMeanwhile: (name: string, day: string) => `${name} wrote to them on ${day}.`,
  nothingToAsk: 'There is nothing to write about any more',
  supporterUnknown: 'Supporter is not known',
  yearUnknown: 'Year is not known',
  studentUnknown: 'Student is not known',
  mayNotName: (name: string) =>
    `${name} may not be named in a letter to this supporter. Leave out name and ref.`,
} as const

/** How long a term must have been open for a promise to be late. */
export const LATE_DAYS = 14

export const fundingFilters = [
  'not_covered',
  'no_plan',
  'over_plan',
  'owed',
  'late',
  'ends_soon',
  'waiting',
] as const
export type FundingFilter = (typeof fundingFilters)[number]

const int = z.number().int()
const money = z.number()

/** Sums of a year or of one of its terms, in shillings. Without a plan, `planned` and `to_find` are null: not known. */
const figures = {
  planned: money.nullable(),
  promised: money,
  to_find: money.nullable(),
  paid: money,
  owed: money,
  spent: money,
}
export const fundingFigures = z.object(figures)
export type FundingFigures = z.output<typeof fundingFigures>

/**
 * Totals of what is known, added up student by student. `planned` and `to_find` are of no student if all are without a plan,
 * `owed` if no amount to the school is set for any.
 */
const totals = {
  planned: money,
  promised: money,
  to_find: money,
  paid: money,
  owed: money,
  spent: money,
  /** What is promised above the plan, and what is promised without a plan: neither covers anybody else. */
  surplus: money,
  promised_without_plan: money,
  /**
   * Students, those with something to find, those without a plan, those with more promised than planned, and those without an
   * amount to the school.
   */
  of: int,
  not_covered: int,
  no_plan: int,
  over_plan: int,
  owed_unknown: int,
}
export const fundingTotals = z.object(totals)
export type FundingTotals = z.output<typeof fundingTotals>

export const fundingRowSchema = z.object({
  student_id: int,
  ref: z.string(),
  name: z.string(),
  path: z.string().nullable(),
  status: int,
  school_id: int,
  school: z.string(),
  class: z.string().nullable(),
  ...figures,
  /** Whether an amount to the school is set: without one, `owed` is 0 and not known. */
  owed_known: z.boolean(),
  /** Whether a term of the student has figures of its own. */
  has_own_plan: z.boolean(),
  /** The terms of which more was spent than planned, and how much more. */
  over: z.array(z.object({ term_id: int, amount: money })),
  /** Who promised something for this time; empty for a liaison officer. */
  by: z.array(z.string()),
})
export type FundingRow = z.output<typeof fundingRowSchema>

/** The year, or one of its terms. Without a year: that of the present term. */
const time = { year: idText.optional(), term: idText.optional() }
const chosen = { ...time, school: idText.optional() }

export const fundingQuery = listQuery.extend({ ...chosen, filter: z.enum(fundingFilters).optional() })
export type FundingQuery = z.output<typeof fundingQuery>

const inTime = {
  year_id: int,
  year: z.string(),
  term_id: int.nullable(),
  terms: z.array(termSchema),
}

/** The students of a supporter or source whose promise is late or ends soon. */
const promiseSchema = z.object({
  commitment_id: int,
  student_id: int,
  student: z.string(),
  ref: z.string(),
  /** The late term; null if the promise ends soon. */
  term_id: int.nullable(),
  amount: money,
  /** What came in for that term. */
  received: money,
  from_year_id: int,
  from_term_id: int,
  until_year_id: int.nullable(),
  until_term_id: int.nullable(),
  /** Whether a letter may name the student: to a supporter not one who is hidden from them, to a source no restricted one. */
  may_name: z.boolean(),
})
export const renewalSchema = z.object({
  supporter_id: int.nullable(),
  name: z.string(),
  /** Null for a source, whose letter is printed, and for a disabled account. */
  email: z.string().nullable(),
  promises: z.array(promiseSchema),
  /** The promised amounts of a term, and what of it is missing. */
  amount: money,
  missing: money,
  /** When they were last written to about it. */
  asked_at: z.string().nullable(),
})
export type Renewal = z.output<typeof renewalSchema>

export const publicationStates = ['yes', 'no', 'ended', 'not_recorded', 'restricted'] as const
export type PublicationState = (typeof publicationStates)[number]
export const waitingStudentSchema = z.object({
  student_id: int,
  ref: z.string(),
  name: z.string(),
  path: z.string().nullable(),
  school: z.string(),
  class: z.string().nullable(),
  /** The day since which they have had no supporter. */
  since: z.string(),
  days: int,
  planned: money,
  /** Only after a Yes, and while the use of the record is not restricted, the child may be on a list that leaves Elimu. */
  publication: z.enum(publicationStates),
})
export type WaitingStudent = z.output<typeof waitingStudentSchema>

/** What may leave Elimu of a child who waits for a supporter. */
export const publicChildSchema = z.object({
  name: z.string(),
  age: int.nullable(),
  class: z.string().nullable(),
  area: z.string(),
  ambition: z.string().nullable(),
})
export type PublicChild = z.output<typeof publicChildSchema>

/** One student's figures of a year, term by term. */
export const studentFundingSchema = z.object({
  ...inTime,
  class_id: int.nullable(),
  class: z.string().nullable(),
  /** Whether the class was set by hand. */
  is_class_set: z.boolean(),
  school_id: int,
  school: z.string(),
  year_figures: fundingFigures,
  term_figures: z.array(
    z.object({
      term_id: int,
      ...figures,
      /** The plan of the school and class. */
      plan: z.object({ amount: money, to_school: money.nullable() }).nullable(),
      /** The student’s own figures, with their reason. */
      own: z.object({ amount: money.nullable(), to_school: money.nullable(), reason: z.string() }).nullable(),
      /** What the school is to be paid, and what others pay to it directly. */
      to_school: money.nullable(),
      direct: money,
      has_opened: z.boolean(),
    }),
  ),
  commitments: z.array(commitmentSchema),
})
export type StudentFunding = z.output<typeof studentFundingSchema>

export const promiseLetterForm = z.object({
  supporter_id: id(fundingMessages.supporterUnknown),
  kind: z.enum(promiseLetterKinds),
  /** The year and term of late promises, as in the list of them. */
  year_id: id(fundingMessages.yearUnknown).optional(),
  term_id: id(fundingMessages.yearUnknown).optional(),
  subject: lineSchema('Subject', 'Subject cannot be empty'),
  text: textSchema('Letter', 'Letter cannot be empty', 5_000),
  /** When they were last written to about it, as the form showed it. Without it nothing is compared. */
  seen: z.string().nullable().optional(),
})
export type PromiseLetterForm = z.output<typeof promiseLetterForm>

const departureForm = z.object({
  what: z.enum(['figures', 'letter'], 'What is not known'),
  /** The year of the figures; without one it is that of the present term. */
  year_id: id(fundingMessages.yearUnknown).optional(),
  students: z.array(id(fundingMessages.studentUnknown)).min(1).max(WHOLE_LIST_LIMIT),
  how: z.enum(['print', 'download']),
})
export type FundingDeparture = z.output<typeof departureForm>

export const fundingCalls = {
  'GET /api/funding': {
    summary: 'What is planned, promised, paid and still to find for a year or a term',
    query: fundingQuery,
    isDefault: true,
    answer: reply({
      data: z.object({
        ...inTime,
        ...totals,
        /**
         * Students with something owed to their school, and without support; late promises and those that end soon; and of the
         * Active students without a plan those without a class, and those whose class has no fees.
         */
        counts: z.object({ owed: int, late: int, ends_soon: int, waiting: int, no_class: int, no_fees: int }),
        students: z.array(fundingRowSchema),
      }),
      meta: listMeta,
    }),
  },
  'GET /api/funding?query=schools': {
    summary: 'The same sums by school',
    query: z.object(time),
    answer: reply({
      data: z.array(z.object({ school_id: int, school: z.string(), ...totals })),
    }),
  },
  'GET /api/funding?query=late': {
    summary: 'Promises of which less came in than promised, two weeks after the term opened, by who promised',
    query: z.object(time),
    answer: reply({ data: z.array(renewalSchema) }),
  },
  'GET /api/funding?query=ends_soon': {
    summary: 'Promises whose last term is the present or the next one, by who promised',
    answer: reply({ data: z.array(renewalSchema) }),
  },
  'GET /api/funding?query=waiting': {
    summary: 'Active students with a plan and without promise and supporter, the longest waiting first',
    query: listQuery.extend(time),
    answer: reply({
      data: z.array(waitingStudentSchema),
      /** All of them by that answer, whatever the search. */
      meta: listMeta.extend({
        publication: z.object({ yes: int, no: int, ended: int, not_recorded: int, restricted: int }),
        /** The day since which the first one has waited; null if there is none. */
        since: z.string().nullable(),
      }),
    }),
  },
  'POST /api/funding/departures': {
    summary:
      'Note that figures of these students, or a letter about promises for them, leave Elimu as a file or on paper',
    body: departureForm,
    answer: messageReply,
  },
  'POST /api/funding/waiting': {
    summary: 'The children without support whose family agreed to publication, for a list that leaves Elimu',
    body: z.object({ how: z.enum(['print', 'download']) }),
    answer: reply({ data: z.array(publicChildSchema) }),
  },
  'POST /api/funding/received': {
    summary: 'Note what came in at once of several promises',
    body: giftForm,
    answer: messageReply,
  },
  'POST /api/funding/letters': {
    summary: 'Send a letter to a supporter about late or ending promises',
    body: promiseLetterForm,
    answer: messageReply,
  },
  'GET /api/students/:id/funding': {
    summary: 'What is planned, promised and paid for a student in a year',
    params: idParams,
    query: z.object({ year: idText.optional() }),
    answer: reply({ data: studentFundingSchema }),
  },
} as const satisfies Calls
