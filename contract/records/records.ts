import { listMeta, longListQuery } from '../base/lists.ts'
import { z } from 'zod'
import { idParams } from '../identity/auth.ts'
import { cannotBeEmpty, reply } from '../base/call.ts'
import { fieldsOf, id, idText, knownVersion, reference, savingQuery, textSchema } from '../base/fields.ts'
import { type FileKind, pdfFile } from '../base/files.ts'

/** What report cards and receipts share: both are records of a student's term. */

/** The tabs of a profile that list a student's records. */
export const profileTypes = ['academics', 'finance'] as const
export type ProfileType = (typeof profileTypes)[number]

export const UNVERIFIED = 0
export const VERIFIED = 1
export const SENT = 2

/** The time within which a verification can be undone. */
export const UNVERIFY_MS = 60_000

export const COMMENT_MAX = 2_000

export const recordMessages = {
  yearRequired: cannotBeEmpty('Year'),
  termRequired: cannotBeEmpty('Term'),
  studentRequired: cannotBeEmpty('Student'),
  yearUnknown: 'Year is not known',
  termUnknown: 'Term is not known',
  classUnknown: 'Class is not known',
  studentUnknown: 'Student is not known',
  notUnverified: 'Only what is Unverified can be Verified',
  ownEntry: 'You Cannot Verify What You Entered Last',
  remarkRequired: cannotBeEmpty('Remark'),
  verified: 'Verified.',
  unverified: 'Unverified.',
  notVerified: 'This is no longer Verified',
  alreadySent: 'A letter was already sent',
  notVerifier: 'Only the user who verified this can undo it',
  undoTooLate: 'Verifying can only be undone within a minute',
  returned: 'Returned to the author.',
  changedMeanwhile: (name: string) => `${name} changed this while you were typing.`,
} as const

const placeholder = 'Select'
/** The student and time of a record: the first fields of both forms. */
export const recordFields = fieldsOf('', {
  student_id: reference('Student'),
  year_id: reference('Year', { placeholder }),
  term_id: reference('Term', { placeholder }),
  class_id: reference('Class', { placeholder }),
})

/** The labels of what only histories show. */
export const recordLabels = { status: 'Status', remark: 'Remark' }

export const returnForm = z.object({ remark: textSchema('Remark', recordMessages.remarkRequired, 500) })

export const recordSchema = z.object({
  id: z.number().int(),
  student_id: z.number().int(),
  year_id: z.number().int(),
  term_id: z.number().int(),
  class_id: z.number().int(),
  year: z.string(),
  term: z.string(),
  class: z.string(),
  /** Null for a supporter who may not see the student's profile. */
  school: z.string().nullable(),
  status: z.number().int(),
  liaison_comment: z.string(),
  /** The remark of its return, until it is saved again. */
  remark: z.string().nullable(),
  entered_by: z.string(),
  updated_at: z.string(),
  version: z.number().int(),
})

/** A report card or a receipt that waits to be verified. A returned one waits for its author instead. */
export const waitingSchema = z.object({
  id: z.number().int(),
  student_id: z.number().int(),
  student: z.string(),
  ref: z.string(),
  /** The student's picture. */
  path: z.string().nullable(),
  student_status: z.number().int(),
  year: z.string(),
  term: z.string(),
  entered_by: z.string(),
  updated_at: z.string(),
  /** Whether the caller was the last to save it. */
  is_own: z.boolean(),
})
export type Waiting = z.output<typeof waitingSchema>

/** The maximum number of records in one answer; `total` counts all of them. */
export const WAITING_MAX = 200
const waitingMeta = z.object({ total: z.number().int() })

export const yearQuery = z.object({ year: id(recordMessages.yearRequired) })
export const annualQuery = longListQuery.extend(yearQuery.shape)

/** Over all students whom a search finds. */
const annualSumsSchema = z.object({
  /** How many students have levels and no mean. */
  leveled: z.number().int(),
  /** For each term how many amounts there are, and their sum: in whole cents, or in tenths of a mark. */
  terms: z.array(z.object({ count: z.number().int(), sum: z.number().int() })),
})
export type AnnualSums = z.output<typeof annualSumsSchema>

/** An annual report: the students of its year with their schools, and the terms that are its columns. A page has their sums. */
export const annualSchemaOf = <Line extends z.ZodRawShape>(line: Line) =>
  z.object({
    data: z.array(
      z.object({
        student_id: z.number().int(),
        student: z.string(),
        class: z.string(),
        schools: z.array(z.object({ school: z.string(), ...line })),
      }),
    ),
    terms: z.array(z.object({ id: z.number().int(), term_name: z.string() })),
    meta: listMeta,
    sums: annualSumsSchema.optional(),
  })

/** The state of a student's records of one term, the least advanced first. */
export const recordStates = ['returned', 'unverified', 'verified', 'sent'] as const
export type RecordState = (typeof recordStates)[number]

/** The state of the report card of a student's term, or of the least advanced of the receipts. */
const studentTermSchema = z.object({
  term_id: z.number().int(),
  state: z.enum(recordStates),
  /** How many records the term has, and how many of them are in this state. */
  records: z.number().int(),
  in_state: z.number().int(),
})
export type StudentTerm = z.output<typeof studentTermSchema>
/** In a row of students. A term without records is not listed. */
export const studentTerms = z.array(studentTermSchema)

export const termFilters = ['lacking', 'waiting'] as const
export type TermFilter = (typeof termFilters)[number]
const isMine = z.literal('1').optional()

/**
 * The kind of record whose states are added to the rows of students, and filters: active students who lack a record
 * of the newest term of that kind, students with one to verify, and the caller's own students.
 */
export const termStatesQuery = {
  of: z.enum(['report', 'receipt']).optional(),
  only: z.enum(termFilters).optional(),
  mine: isMine,
}

/** The year's terms with states, the newest last, and how many students each filter would find. */
export const listTermsQuery = z.object({ of: z.enum(['report', 'receipt']), mine: isMine })
export const listTermsSchema = z.object({
  year_id: z.number().int(),
  year_name: z.string(),
  terms: z.array(z.object({ id: z.number().int(), term_name: z.string() })),
  lacking: z.number().int(),
  /** Null for users who may not verify. */
  waiting: z.number().int().nullable(),
  mine: z.number().int(),
})
export type ListTerms = z.output<typeof listTermsSchema>

/** The calls of one kind of record, without their names. `row` is a record in a list, `upload` the field of its PDF. */
export function recordCallsOf<
  Row extends z.ZodType,
  Shown extends z.ZodType,
  Form extends z.ZodType,
  Upload extends string,
>({ noun, row, shown, form, upload }: { noun: string; row: Row; shown: Shown; form: Form; upload: Upload }) {
  const answer = reply({ message: z.string(), data: shown })
  const uploads = { [upload]: pdfFile } as Record<Upload, FileKind>
  /** The version that the caller has loaded. Only verifying reads it. */
  const query = z.object({ version: idText.optional() })
  const params = idParams
  return {
    /** `GET …?query=12`: the student's id is the value of `query`. */
    ofStudent: {
      summary: `The ${noun}s of a student`,
      params: z.object({ student: idText }),
      answer: reply({ data: z.array(row) }),
    },
    ofStudentsYear: {
      summary: `The ${noun}s of a student’s year`,
      query: yearQuery.extend({ student: id(recordMessages.studentRequired) }),
      answer: reply({ data: z.array(shown) }),
    },
    waiting: {
      summary: 'The records that wait to be verified, the longest waiting first',
      /** The id of the record to list first, before the others of its student, and the term of all records. */
      query: z.object({ first: idText.optional(), year_id: idText.optional(), term_id: idText.optional() }),
      answer: reply({ data: z.array(waitingSchema), meta: waitingMeta }),
    },
    toEdit: {
      summary: `A ${noun}, to edit it`,
      params,
      query,
      answer: reply({ data: shown }),
      isDefault: true,
    },
    verify: { summary: `Verify a ${noun}`, params, query, answer },
    add: { summary: `Add a ${noun}`, query: savingQuery, body: form, uploads, answer },
    edit: {
      summary: `Edit a ${noun}`,
      params,
      query: savingQuery,
      body: form.and(knownVersion),
      uploads,
      answer,
    },
    unverify: {
      summary: `Undo the verification of a ${noun}, within a minute and before it is sent`,
      params,
      answer,
    },
    returnToAuthor: {
      summary: `Return a ${noun} to its author`,
      params,
      body: returnForm.extend(knownVersion.shape),
      answer,
    },
  }
}
