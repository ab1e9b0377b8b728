import { z } from 'zod'
import { type Calls, reply } from '../base/call.ts'
import { answerShape, idText, namesOf } from '../base/fields.ts'
import { listMeta, listQuery, searchText } from '../base/lists.ts'
import { statusForm } from './studentForms.ts'
import { studentFields, studentRowSchema } from './students.ts'

/** A student who may be the same child as the one being added. */
export const likeStudentSchema = studentRowSchema
  .pick({ id: true, ref: true, name: true, status: true, path: true })
  .extend({
    dob: z.string().nullable(),
    school_id: z.number().int(),
    school: z.string(),
    admission_no: z.string().nullable(),
  })
export type LikeStudent = z.output<typeof likeStudentSchema>

const { gender, dor, mother, father } = studentFields
/** A student of a pair, with the facts that help to compare the two. */
const pairedStudentSchema = likeStudentSchema.extend({
  ...answerShape({ gender, dor, mother, father }),
  liaison: z.string(),
  supporter: z.string().nullable(),
  reports: z.number().int(),
  receipts: z.number().int(),
})
export type PairedStudent = z.output<typeof pairedStudentSchema>

export const pairAnswers = { different: 'Not the same child', same: 'Same child' } as const
export type PairAnswer = keyof typeof pairAnswers
const pairAnswer = z.enum(namesOf(pairAnswers), 'Answer is not known')

/** The valid answer of a pair; open until a user answers, and again after a name or date of birth changes. */
export const pairStates = ['open', ...namesOf(pairAnswers)] as const
export type PairState = (typeof pairStates)[number]

export const duplicatePairSchema = z.object({
  first: pairedStudentSchema,
  second: pairedStudentSchema,
  /** Null of an open pair. */
  answer: z.object({ answer: pairAnswer, by: z.string(), at: z.string() }).nullable(),
})
export type DuplicatePair = z.output<typeof duplicatePairSchema>

/** `close` sets the status of one record of a child who was registered twice. */
export const pairAnswerForm = z.object({
  answer: pairAnswer,
  close: statusForm.extend({ id: z.coerce.number().int() }).optional(),
})
export type PairAnswerForm = z.output<typeof pairAnswerForm>

export const duplicateMessages = {
  saved: 'Answer saved.',
  undone: 'Answer removed.',
  answered: 'This pair has been answered already. Load the list again.',
  closeOne: 'Only one of the two records can be closed, and only if both are of the same child',
} as const

const pairParams = z.object({ first: idText, second: idText })

/** The texts that the browser searches. */
export const pairSearchText = ({ first, second }: DuplicatePair) =>
  searchText([first.name, second.name], [first.ref, second.ref])

export const duplicateCalls = {
  'GET /api/students/similar': {
    summary:
      'Students who may be the same child: of nearly the same name and born on the same day, or of the same admission number at the same school',
    query: z.object({
      name: z
        .string('Name must be a text')
        .max(200, 'Name may not be longer than 200 characters')
        .default(''),
      /** An invalid date finds no similar students: the form asks while the date is being typed. */
      dob: z.string('Date of Birth must be a text').max(20, 'Date of Birth is not a date').default(''),
      /** Also finds those of the same name at this school whose date of birth is unknown, or of the same number there. */
      school_id: idText.optional(),
      admission_no: z
        .string('Admission No. must be a text')
        .max(50, 'Admission No. may not be longer than 50 characters')
        .default(''),
      /** The student being edited. */
      except: idText.optional(),
    }),
    answer: reply({ data: z.array(likeStudentSchema) }),
  },
  'GET /api/students/duplicates': {
    summary: 'Pairs of students who may be the same child, or that have an answer',
    query: listQuery.extend({ state: z.enum(pairStates).optional() }),
    answer: reply({
      data: z.array(duplicatePairSchema),
      meta: listMeta,
      /** The number of all pairs in each state. */
      counts: z.record(z.enum(pairStates), z.number().int()),
    }),
  },
  'PUT /api/students/duplicates/:first/:second': {
    summary: 'Save whether two students are the same child; may also set the status of one of them',
    params: pairParams,
    body: pairAnswerForm,
    answer: reply({ message: z.string() }),
  },
  'DELETE /api/students/duplicates/:first/:second': {
    summary: 'Remove the answer, and undo the status that was set with it if it is unchanged',
    params: pairParams,
    answer: reply({ message: z.string() }),
  },
} as const satisfies Calls
