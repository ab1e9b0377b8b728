import { z } from 'zod'
import { idParams } from '../identity/auth.ts'
import { type Calls, cannotBeEmpty, messageReply, reply } from '../base/call.ts'
import { fieldsOf, id, kind, lineSchema, optional, orNone, reference } from '../base/fields.ts'
import { amountSchema } from '../records/receipts.ts'
import { recordMessages } from '../records/records.ts'

export const planMessages = {
  saved: 'Fees saved.',
  ownSaved: 'Own figures saved.',
  ownRemoved: 'The school’s fees count again.',
  classSaved: 'Class saved.',
  tooMuchToSchool: 'To the school cannot be more than the planned amount',
  amountFirst: 'Amount cannot be empty where there is an amount to the school',
  schoolUnknown: 'School is not known',
  classUnknown: 'Class is not known',
  reasonRequired: cannotBeEmpty('Reason'),
  sameTwice: 'The same school, class and term is listed twice',
  yearBefore: 'Propose from an earlier year',
  proposed: 'Proposal saved as a draft.',
  decided: 'Draft saved.',
  figuresNeeded: 'Type the fees, or skip this class',
  draftSaved: (plans: number) => `${plans} ${plans === 1 ? 'plan' : 'plans'} saved.`,
  discarded: 'Draft discarded.',
  nothingDecided: 'Accept or change at least one row',
  changedMeanwhile: (name: string) =>
    `${name} changed these fees while you were typing. Close this form and open it again.`,
  classMeanwhile: (name: string) =>
    `${name} changed this class while you were typing. Close this form and open it again.`,
  decidedMeanwhile: 'Somebody else has decided about this class in the meantime. Look at it again.',
} as const

/** The labels of a student’s own figures in their history. */
export const ownPlanLabels = { term: 'Term', amount: 'Planned', to_school: 'To the school', reason: 'Reason' }

export const PLAN_ROWS_MAX = 3_000
/** Of one year. */
const TERMS_MAX = 20

/** Where a plan comes from. */
export const planOrigins = ['typed', 'changed', 'proposed', 'imported'] as const
export type PlanOrigin = (typeof planOrigins)[number]

const shillings = (label: string) =>
  kind(label, {}, () => ({ schema: amountSchema(label), answer: z.number(), input: { as: 'number' } }))

/** The columns of imported plans. */
export const planFields = fieldsOf('', {
  year_id: reference('Year'),
  school_id: reference('School'),
  class_id: reference('Class'),
  term_id: reference('Term'),
  amount: shillings('Fees'),
  to_school: optional(shillings('To the School')),
})

const schoolId = id(cannotBeEmpty('School'))
const classId = id(cannotBeEmpty('Class'))
const yearId = id(recordMessages.yearRequired)
const termId = id(recordMessages.termRequired)

const figures = { amount: orNone(amountSchema('Amount')), to_school: orNone(amountSchema('To the school')) }

type Figures = { amount: number | null; to_school: number | null }
const isWithin = ({ amount, to_school }: Figures) =>
  to_school === null || amount === null || to_school <= amount
const tooMuch = { path: ['to_school'], error: planMessages.tooMuchToSchool }

/** `seen`: the figures that the form showed, null where there were none. The change is refused if they have changed since. */
const seenFigures = z.object({ amount: z.number().nullable(), to_school: z.number().nullable() })
const seenOwn = seenFigures.extend({ reason: z.string() }).nullable()

/** The figures of a school, class and term. Without an amount the plan is removed. */
const planRow = z
  .object({
    school_id: schoolId,
    class_id: classId,
    term_id: termId,
    ...figures,
    seen: seenFigures.optional(),
  })
  .refine(isWithin, tooMuch)
  .refine(({ amount, to_school }) => amount !== null || to_school === null, {
    path: ['amount'],
    error: planMessages.amountFirst,
  })
export type PlanRow = z.output<typeof planRow>

export const plansForm = z.object({ rows: z.array(planRow).min(1).max(PLAN_ROWS_MAX) })
export type PlansForm = z.output<typeof plansForm>

/** The figures of one student. Null where they do not differ from the plan; without any, the plan counts again. */
export const ownPlanForm = z
  .object({
    year_id: yearId,
    term_id: termId,
    ...figures,
    reason: orNone(lineSchema('Reason', planMessages.reasonRequired, 500)),
    seen: seenOwn.optional(),
  })
  .refine(isWithin, tooMuch)
  .refine(({ amount, to_school, reason }) => (amount === null && to_school === null) || reason !== null, {
    path: ['reason'],
    error: planMessages.reasonRequired,
  })
export type OwnPlanForm = z.output<typeof ownPlanForm>

const termFigures = z.object({ term_id: termId, ...figures }).refine(isWithin, tooMuch)
const ownTerm = z.object({ term_id: termId, ...figures, seen: seenOwn.optional() }).refine(isWithin, tooMuch)

/** The figures of several terms of one student, with one reason. */
export const ownPlansForm = z
  .object({
    year_id: yearId,
    terms: z.array(ownTerm).min(1).max(TERMS_MAX),
    reason: orNone(lineSchema('Reason', planMessages.reasonRequired, 500)),
  })
  .refine(
    ({ terms, reason }) =>
      terms.every(({ amount, to_school }) => amount === null && to_school === null) || reason !== null,
    { path: ['reason'], error: planMessages.reasonRequired },
  )
export type OwnPlansForm = z.output<typeof ownPlansForm>

/** The class in a year; null for the one that the records give. `seen`: the one that was set when the form was opened. */
export const classForm = z.object({
  year_id: yearId,
  class_id: orNone(classId),
  seen: z.number().nullable().optional(),
})
export type ClassForm = z.output<typeof classForm>

const int = z.number().int()
const money = z.number()
export const planTerm = z.object({ term_id: int, amount: money.nullable(), to_school: money.nullable() })
export const termSchema = z.object({ id: int, term_name: z.string() })

/** A school and class with students in the year, or with a plan. */
export const planClassSchema = z.object({
  school_id: int,
  school: z.string(),
  class_id: int,
  class: z.string(),
  students: int,
  /** How many of the students have figures of their own. */
  own_figures: int,
  /** The last change of its plan; null without one. */
  origin: z.enum(planOrigins).nullable(),
  updated_at: z.string().nullable(),
})
export type PlanClass = z.output<typeof planClassSchema>

const planRowSchema = z.object({ school_id: int, class_id: int, ...planTerm.shape, amount: money })

/** `accept` and `change` become plans when the draft is saved. */
export const planDecisions = ['accept', 'change', 'skip'] as const
export type PlanDecision = (typeof planDecisions)[number]

const proposedTerm = planTerm.extend({ low: money.nullable(), high: money.nullable() })
export const proposedRowSchema = z.object({
  school_id: int,
  school: z.string(),
  class_id: int,
  class: z.string(),
  /** Active students of this school and class in the new year. */
  students: int,
  /** The class whose receipts were used, and how many students had them. Null and 0 if there are none. */
  from_class_id: int.nullable(),
  from_class: z.string().nullable(),
  from_students: int,
  /** The class is new to the school: the receipts are those of the class below. */
  is_class_below: z.boolean(),
  /** The receipts are those of one student only. */
  is_one_student: z.boolean(),
  /** The proposed figures, with the lowest and highest sum of a student's receipts. */
  terms: z.array(proposedTerm),
  decision: z.enum(planDecisions).nullable(),
  /** The figures that were typed instead. */
  chosen: z.array(planTerm).nullable(),
})
export type ProposedRow = z.output<typeof proposedRowSchema>

export const planDraftSchema = z.object({
  year_id: int,
  from_year_id: int,
  from_year: z.string(),
  saved_at: z.string(),
  terms: z.array(termSchema),
  /** Terms of the earlier year in which Active students have no receipt. */
  incomplete: z.array(z.object({ term_id: int, students: int })),
  rows: z.array(proposedRowSchema),
})
export type PlanDraft = z.output<typeof planDraftSchema>

/** The decision about one row of a draft; null to decide again. `change` has the figures of each term. */
export const decisionForm = z.object({
  school_id: schoolId,
  class_id: classId,
  decision: z.enum(planDecisions).nullable(),
  terms: z.array(termFigures).max(TERMS_MAX).default([]),
  /** The decision that the page showed, with its figures. This one is refused if somebody has decided since. */
  seen: z
    .object({ decision: z.enum(planDecisions).nullable(), chosen: z.array(planTerm).nullable() })
    .optional(),
})
export type DecisionForm = z.output<typeof decisionForm>

const yearQuery = z.object({ year: yearId })

export const planCalls = {
  'GET /api/plans': {
    summary: 'The fee plans of a year, and the classes that need one',
    query: yearQuery,
    answer: reply({
      data: z.object({
        rows: z.array(planRowSchema),
        classes: z.array(planClassSchema),
        terms: z.array(termSchema),
        /** Whether there is a draft of this year. */
        has_draft: z.boolean(),
      }),
    }),
  },
  'PUT /api/plans': {
    summary: 'Set fee plans of a year; rows without an amount are removed',
    query: yearQuery,
    body: plansForm,
    answer: messageReply,
  },
  'GET /api/plans/draft': {
    summary: 'The plans proposed for a year; null if there is no draft',
    query: yearQuery,
    answer: reply({ data: planDraftSchema.nullable() }),
  },
  'POST /api/plans/draft': {
    summary: 'Propose the plans of a year from the receipts of an earlier one; replaces its draft',
    query: yearQuery,
    body: z.object({ from_year_id: yearId }),
    answer: messageReply,
  },
  'PUT /api/plans/draft': {
    summary: 'Accept, change or skip a row of the draft',
    query: yearQuery,
    body: decisionForm,
    answer: messageReply,
  },
  'POST /api/plans/draft/save': {
    summary: 'Set the accepted and changed plans, and remove the draft',
    query: yearQuery,
    answer: messageReply,
  },
  'DELETE /api/plans/draft': { summary: 'Discard the draft', query: yearQuery, answer: messageReply },
  'PUT /api/students/:id/plans': {
    summary: 'Set a student’s own figures of a term, with a reason',
    params: idParams,
    body: ownPlanForm,
    answer: messageReply,
  },
  'PUT /api/students/:id/plans/terms': {
    summary: 'Set a student’s own figures of several terms, with one reason',
    params: idParams,
    body: ownPlansForm,
    answer: messageReply,
  },
  'PUT /api/students/:id/class': {
    summary: 'Correct the class of a student’s year, by which their plan is found',
    params: idParams,
    body: classForm,
    answer: messageReply,
  },
} as const satisfies Calls
