import { z } from 'zod'
import { idParams } from '../identity/auth.ts'
import { type Calls, cannotBeEmpty, messageReply, reply } from '../base/call.ts'
import { daySchema, id, idText, lineSchema, orNone, textSchema, wholeNumberSchema } from '../base/fields.ts'
import { listMeta, listQuery } from '../base/lists.ts'
import { amountSchema } from '../records/receipts.ts'
import { recordMessages } from '../records/records.ts'
import { accountSchema } from './schoolAccounts.ts'

export const paymentMessages = {
  created: 'Payment proposed.',
  linesSaved: 'Payment saved.',
  sent: 'Sent for approval.',
  returned: 'Payment returned.',
  approved: 'Payment approved.',
  reopened: 'Payment reopened.',
  paid: 'Marked as paid.',
  cameBack: 'Noted what came back.',
  noteRequired: cannotBeEmpty('Note'),
  reasonRequired: cannotBeEmpty('Reason'),
  referenceRequired: cannotBeEmpty('Reference'),
  onRequired: cannotBeEmpty('Day'),
  onAhead: 'Day cannot be after today',
  onBeforePaid: 'Day cannot be before the payment',
  openDraft: 'A payment for this term is being prepared already',
  stale: 'This payment has changed. Look at it again',
  notDraft: 'This payment is no longer a draft',
  notToApprove: 'This payment does not wait for approval',
  notApproved: 'This payment is not approved',
  ownPayment: 'You cannot approve a payment that you prepared',
  ticksMissing: 'Tick every point first',
  spokeToRequired: 'Name who you spoke to',
  onlyLeaveOut: 'An approver may only leave lines out, or put back what was left out since it was sent',
  nothingToPay: 'There is nothing to pay',
  studentUnknown: 'Student is not known',
  alreadyLeft: 'A file was downloaded or a school paid: this payment stays approved',
  schoolsRequired: 'Choose at least one school',
  schoolPaid: 'A school is marked as paid already',
  schoolUnknown: 'School is not in this payment',
  lineUnknown: 'Student is not in this payment',
  notPaid: 'This was not paid, or came back already',
  linesOrSchools: 'Choose students or schools',
  downloadedBefore: 'This file was downloaded before. Make sure that the bank gets it only once.',
  otherChild: 'This payment is for another child',
  notOpen: 'This payment came back, or has its receipts already. Choose again',
  otherReceipt: 'This receipt is for another child',
  linked: 'Receipts linked.',
  linkedMeanwhile: 'Somebody else has changed what is linked in the meantime. Look at it again.',
  amountNeeded: 'Amount must be more than 0',
  fileUnknown: 'Choose the file',
  noLongerPayable: (names: string) =>
    `${names} cannot be paid any more: leave them out, or return the payment`,
} as const

/** The labels of the fields of a line in the history of a student. */
export const paymentLineLabels = {
  payment: 'Payment',
  amount: 'Amount, KES',
  left_out: 'Left out',
  reason: 'Reason',
  receipts: 'Receipts, KES',
}

export const paymentStates = ['draft', 'to_approve', 'approved'] as const
export type PaymentState = (typeof paymentStates)[number]

/** What an approver has to tick. */
export const paymentPoints = [
  'account',
  'above_plan',
  'no_plan',
  'no_admission_no',
  'same_admission_no',
  'same_account',
] as const
export type PaymentPoint = (typeof paymentPoints)[number]

/** Why an Active student is not in a payment. */
export const outReasons = ['no_plan', 'no_account', 'no_admission_no'] as const

export const paymentFiles = ['bank', 'paybill', 'remittance'] as const
export type PaymentFile = (typeof paymentFiles)[number]

/** The headings of each file. Banks read them, so they never change. */
export const fileHeadings = {
  bank: ['Beneficiary', 'Bank', 'Branch', 'Account', 'Amount', 'Reference'],
  paybill: ['Business No.', 'Account', 'Amount', 'Name'],
  remittance: [
    'Reference',
    'School',
    'Account',
    'Term',
    'No.',
    'Student',
    'Adm. No.',
    'Class',
    'Amount',
    'Your receipt No.',
  ],
} as const satisfies Record<PaymentFile, readonly string[]>

export const LINES_MAX = 20_000

/** `P0012` */
export const paymentName = (number: number) => `P${String(number).padStart(4, '0')}`
/** What a transfer to a school is called: `EL-P0012-S007`. Schools are counted by name. */
export const transferName = (number: string, school: number) =>
  `EL-${number}-S${String(school).padStart(3, '0')}`

const version = wholeNumberSchema('Version', 'Version is not valid')
const { yearRequired, termRequired } = recordMessages
const on = daySchema('Day', paymentMessages.onRequired)
const ids = (message: string) => z.array(id(message)).max(LINES_MAX)

export const paymentForm = z.object({ year_id: id(yearRequired), term_id: id(termRequired) })
export type PaymentForm = z.output<typeof paymentForm>

/** Changes only the lines that it names. */
export const linesForm = z.object({
  version,
  lines: z
    .array(
      z.object({
        student_id: id(paymentMessages.studentUnknown),
        amount: amountSchema('Amount'),
        left_out: z.boolean().default(false),
        reason: textSchema('Reason', paymentMessages.reasonRequired, 500),
      }),
    )
    .min(1)
    .max(LINES_MAX),
})
export type LinesForm = z.output<typeof linesForm>

export const approveForm = z.object({
  version,
  ticks: z
    .array(
      z.object({
        key: z.string().max(2_000),
        spoke_to: orNone(lineSchema('Spoke to', paymentMessages.spokeToRequired)),
      }),
    )
    .max(LINES_MAX),
})
export type ApproveForm = z.output<typeof approveForm>

export const returnForm = z.object({ note: textSchema('Note', paymentMessages.noteRequired, 500) })

export const paidForm = z.object({
  schools: ids(paymentMessages.schoolsRequired).min(1, paymentMessages.schoolsRequired),
  on,
  reference: lineSchema('Reference', paymentMessages.referenceRequired),
})
export type PaidForm = z.output<typeof paidForm>

/** Of lines, or of all lines of schools. */
export const cameBackForm = z
  .object({
    lines: ids(paymentMessages.lineUnknown).default([]),
    schools: ids(paymentMessages.schoolUnknown).default([]),
    on,
    reason: textSchema('Reason', paymentMessages.reasonRequired, 500),
  })
  .refine(({ lines, schools }) => lines.length > 0 || schools.length > 0, {
    path: ['lines'],
    error: paymentMessages.linesOrSchools,
  })
export type CameBackForm = z.output<typeof cameBackForm>

/**
 * The receipts that acknowledge a line; replaces those that are linked. `seen`: those that were linked when the form was
 * opened. The change is refused if they have changed since.
 */
export const receiptsForm = z.object({
  receipts: ids(paymentMessages.otherReceipt).max(20),
  seen: ids(paymentMessages.otherReceipt).optional(),
})
export type ReceiptsForm = z.output<typeof receiptsForm>

/** `again` repeats a download on purpose. */
export const fileQuery = z.object({
  kind: z.enum(paymentFiles, paymentMessages.fileUnknown),
  format: z.enum(['csv', 'xlsx'], paymentMessages.fileUnknown).default('csv'),
  school: idText.optional(),
  again: z.enum(['0', '1']).default('0'),
})
export type FileQuery = z.output<typeof fileQuery>

const int = z.number().int()
const money = z.number()

const paymentLine = z.object({
  /** 0 until a user changes the line: it follows the register. */
  id: int,
  student_id: int,
  name: z.string(),
  admission_no: z.string().nullable(),
  class: z.string().nullable(),
  school_id: int,
  school: z.string(),
  /** What was owed when it was proposed; null without a plan. */
  owed: money.nullable(),
  amount: money,
  reason: z.string().nullable(),
  left_out: z.boolean(),
  /** Whether it was left out since the payment was sent, so that an approver may put it back. */
  may_put_back: z.boolean(),
  /** What the school is still owed now for the student and the term; null if that is not known, and until approval. */
  still_owed: money.nullable(),
  /** The sum of the linked receipts. */
  receipted: money,
  paid_on: z.string().nullable(),
  reference: z.string().nullable(),
  came_back_on: z.string().nullable(),
  came_back_reason: z.string().nullable(),
})
export type PaymentLine = z.output<typeof paymentLine>

const by = z.string().nullable()

const shownAccount = accountSchema.pick({
  kind: true,
  bank: true,
  branch: true,
  account_name: true,
  number: true,
  business_number: true,
  by: true,
  word: true,
})

export const paymentSchema = z.object({
  id: int,
  number: z.string(),
  year_id: int,
  term_id: int,
  year: z.string(),
  term: z.string(),
  state: z.enum(paymentStates),
  version: int,
  total: money,
  note: z.string().nullable(),
  created_at: z.string(),
  created_by: by,
  sent_at: z.string().nullable(),
  sent_by: by,
  approved_at: z.string().nullable(),
  approved_by: by,
  /** Whether its preparer approved it, as the only active user of roles 1 to 3. */
  approved_alone: z.boolean(),
  returned_at: z.string().nullable(),
  returned_by: by,
  /** Whether the caller may approve it, and whether they prepared it. */
  may_approve: z.boolean(),
  is_preparer: z.boolean(),
  lines: z.array(paymentLine),
  /** The schools that are paid, with the account of each: as copied at approval, until then the one in use. */
  schools: z.array(
    z.object({
      school_id: int,
      school: z.string(),
      /** What the transfer is called; null until approval. */
      reference: z.string().nullable(),
      account: shownAccount.nullable(),
    }),
  ),
  out: z.array(
    z.object({
      student_id: int,
      name: z.string(),
      school_id: int,
      school: z.string(),
      why: z.enum(outReasons),
    }),
  ),
  /** Students who are owed something since the payment was sent, and are not in it; none before and after it waits. */
  owed_since: z.array(
    z.object({ student_id: int, name: z.string(), school_id: int, school: z.string(), owed: money }),
  ),
  points: z.array(
    z.object({
      key: z.string(),
      kind: z.enum(paymentPoints),
      school_id: int.nullable(),
      school: z.string().nullable(),
      students: z.array(int),
      ticked_by: by,
      spoke_to: z.string().nullable(),
    }),
  ),
  /** The payment of this term a year earlier, the first beside the first; null if there is none or this one is approved. */
  year_before: z.object({ total: money, students: int, approved_at: z.string() }).nullable(),
  /** Files that were downloaded, and lists that were printed, the newest first. */
  downloads: z.array(
    z.object({ kind: z.enum(paymentFiles), school_id: int.nullable(), at: z.string(), by: z.string() }),
  ),
})
export type Payment = z.output<typeof paymentSchema>
export type PaidAccount = z.output<typeof shownAccount>

export const paymentRowSchema = z.object({
  id: int,
  number: z.string(),
  year_id: int,
  term_id: int,
  year: z.string(),
  term: z.string(),
  /** 1 for the first payment of its term. */
  place: int,
  state: z.enum(paymentStates),
  note: z.string().nullable(),
  may_approve: z.boolean(),
  students: int,
  schools: int,
  total: money,
  paid: money,
  came_back: money,
  /** Lines that are paid and did not come back, and those of them with a receipt. */
  paid_students: int,
  receipts: int,
  paid_on: z.string().nullable(),
  prepared_by: by,
  at: z.string(),
})
export type PaymentRow = z.output<typeof paymentRowSchema>

/** How many payments wait for the caller. */
export const paymentWorkSchema = z.object({
  to_approve: int,
  /** Those that the caller prepared. */
  returned: int,
  /** Approved, with a school that is not paid yet. */
  to_pay: int,
})
export type PaymentWork = z.output<typeof paymentWorkSchema>

const ownPaymentSchema = z.object({
  line_id: int,
  student_id: int,
  name: z.string(),
  /** Whether the student is no longer Active, so that no receipt can be added. */
  has_left: z.boolean(),
  school: z.string(),
  class_id: int.nullable(),
  class: z.string().nullable(),
  year_id: int,
  term_id: int,
  amount: money,
  paid_on: z.string(),
  receipted: money,
  /** The ids of the linked receipts. */
  receipts: z.array(int),
  /** Days since it was paid, without a receipt. */
  days: int.nullable(),
})

export type OwnPayment = z.output<typeof ownPaymentSchema>

const cell = z.union([z.string(), z.number()])
const transfersSchema = z.object({ rows: z.array(z.array(cell)), schools: int, total: money })
export type Transfers = z.output<typeof transfersSchema>

const remittanceSchema = z.object({
  reference: z.string(),
  school_id: int,
  school: z.string(),
  year: z.string(),
  term: z.string(),
  /** Null until the school was paid. */
  paid_on: z.string().nullable(),
  account: shownAccount.nullable(),
  lines: z.array(paymentLine.pick({ name: true, admission_no: true, class: true, amount: true })),
  total: money,
  total_in_words: z.string(),
  prepared_by: by,
  approved_by: by,
  approved_at: z.string().nullable(),
})
export type Remittance = z.output<typeof remittanceSchema>

const saved = reply({ message: z.string(), data: z.object({ id: int }) })
const params = idParams

export const paymentCalls = {
  'GET /api/payments': {
    summary: 'Payments to schools, the newest first',
    query: listQuery.extend({ year: idText.optional(), term: idText.optional() }),
    isDefault: true,
    answer: reply({
      data: z.array(paymentRowSchema),
      /** The term that is paid for now. */
      present: z.object({ year_id: int, term_id: int, year: z.string(), term: z.string() }).nullable(),
      meta: listMeta,
    }),
  },
  'GET /api/payments?query=mine': {
    summary: 'What was paid for the caller’s own students, or for one student',
    query: z.object({ year: idText.optional(), term: idText.optional(), student: idText.optional() }),
    answer: reply({ data: z.array(ownPaymentSchema) }),
  },
  'POST /api/payments': { summary: 'Propose a payment for a term', body: paymentForm, answer: saved },
  'GET /api/payments/:id': {
    summary: 'A payment with its lines and what to check',
    params,
    answer: reply({ data: paymentSchema }),
  },
  'PUT /api/payments/:id/lines': {
    summary: 'Change, leave out, put back or add lines, with a reason',
    params,
    body: linesForm,
    answer: messageReply,
  },
  'POST /api/payments/:id/ready': { summary: 'Send a payment for approval', params, answer: messageReply },
  'POST /api/payments/:id/return': {
    summary: 'Return a payment to its preparer',
    params,
    body: returnForm,
    answer: messageReply,
  },
  'POST /api/payments/:id/approve': {
    summary: 'Approve a payment',
    params,
    body: approveForm,
    answer: messageReply,
  },
  'POST /api/payments/:id/reopen': {
    summary: 'Make an approved payment a draft again, before anything left',
    params,
    answer: messageReply,
  },
  'POST /api/payments/:id/paid': {
    summary: 'Mark the schools of one transfer as paid',
    params,
    body: paidForm,
    answer: messageReply,
  },
  'POST /api/payments/:id/came-back': {
    summary: 'Note money that came back',
    params,
    body: cameBackForm,
    answer: messageReply,
  },
  'GET /api/payments/:id/transfers': {
    summary: 'What the bank file and the paybill file contain now',
    params,
    answer: reply({ data: z.object({ bank: transfersSchema, paybill: transfersSchema }) }),
  },
  'POST /api/payments/:id/remittance': {
    summary: 'The remittance lists to print, of one school or all; notes that they leave',
    params,
    body: z.object({ school: orNone(id(paymentMessages.schoolUnknown)) }),
    answer: reply({ data: z.array(remittanceSchema) }),
  },
  'PUT /api/payment-lines/:id/receipts': {
    summary: 'Link the receipts that acknowledge what was paid for a student',
    params,
    body: receiptsForm,
    answer: messageReply,
  },
} as const satisfies Calls
