import { z } from 'zod'
import { type Calls, reply } from './call.ts'
import { idText } from './fields.ts'
import { listMeta, listQuery } from './lists.ts'
import { statusForm, studentRowSchema } from './students.ts'

/** Pages are made of these. More would be no list to work through. */
export const DUPLICATES_MAX = 1_000

/** A student who may be the child that somebody is about to add. */
export const likeStudentSchema = studentRowSchema
  .pick({ id: true, ref: true, name: true, status: true, path: true })
  .extend({ dob: z.string(), school: z.string() })
export type LikeStudent = z.output<typeof likeStudentSchema>

/** A student of a pair, with what tells two children from each other. */
const pairedStudentSchema = likeStudentSchema.extend({
  gender: z.number().int(),
  dor: z.string(),
  mother: z.string(),
  father: z.string(),
  liaison: z.string(),
  supporter: z.string().nullable(),
  reports: z.number().int(),
  receipts: z.number().int(),
})
export type PairedStudent = z.output<typeof pairedStudentSchema>

export const pairAnswers = { different: 'Not the same child', same: 'Same child' } as const
export type PairAnswer = keyof typeof pairAnswers
const pairAnswer = z.enum(Object.keys(pairAnswers) as [PairAnswer, ...PairAnswer[]], 'Answer is not known')

export const duplicatePairSchema = z.object({
  first: pairedStudentSchema,
  second: pairedStudentSchema,
  /** Null until somebody answers, and again after a name or date of birth has changed. */
  answer: z.object({ answer: pairAnswer, by: z.string(), at: z.string() }).nullable(),
})
export type DuplicatePair = z.output<typeof duplicatePairSchema>

const pairStates = ['open', ...pairAnswer.options] as const
export type PairState = (typeof pairStates)[number]

const pairCounts = z.record(z.enum(pairStates), z.number().int())
export type PairCounts = z.output<typeof pairCounts>

/** `close` gives one record of a child who was registered twice its status. */
export const pairAnswerForm = z.object({
  answer: pairAnswer,
  close: statusForm.extend({ id: z.coerce.number().int() }).optional(),
})
export type PairAnswerForm = z.output<typeof pairAnswerForm>

export const duplicateMessages = {
  saved: 'Answer saved.',
  undone: 'Answer taken back.',
  answered: 'This pair has been answered already. Load the list again.',
  closeOne: 'Only one of the two records can be closed, where they are of the same child',
} as const

const pairParams = z.object({ first: idText, second: idText })

export const duplicateCalls = {
  'GET /api/students/similar': {
    summary: 'Students who may be the same child: of nearly the same name, and born on the same day',
    query: z.object({
      name: z
        .string('Name must be a text')
        .max(200, 'Name may not be longer than 200 characters')
        .default(''),
      /** What is no date has no similar students: the form asks while it is filled in. */
      dob: z.string('Date of Birth must be a text').max(20, 'Date of Birth is not a date').default(''),
      /** The student who is being edited. */
      except: idText.optional(),
    }),
    answer: reply({ data: z.array(likeStudentSchema) }),
  },
  'GET /api/students/duplicates': {
    summary: 'Pairs of students who may be the same child, or of whom this was answered',
    query: listQuery.extend({ answer: z.enum(pairStates, 'Answer is not known').default('open') }),
    answer: reply({
      data: z.array(duplicatePairSchema),
      meta: listMeta.extend({ counts: pairCounts }),
    }),
  },
  'PUT /api/students/duplicates/:first/:second': {
    summary: 'Answers whether two students are the same child; may set the status of one of them as well',
    params: pairParams,
    body: pairAnswerForm,
    answer: reply({ message: z.string() }),
  },
  'DELETE /api/students/duplicates/:first/:second': {
    summary: 'Takes the answer back, and the status that came with it if it is still the same',
    params: pairParams,
    answer: reply({ message: z.string() }),
  },
} as const satisfies Calls
