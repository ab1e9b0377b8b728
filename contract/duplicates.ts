import { z } from 'zod'
import { type Calls, reply } from './call.ts'
import { idText } from './fields.ts'
import { listMeta, listQuery } from './lists.ts'
import { studentRowSchema } from './students.ts'

/** Pages are made of these. More would be no list to work through. */
export const DUPLICATES_MAX = 1_000

/** A student who may be the child that somebody is about to add. */
export const likeStudentSchema = studentRowSchema
  .pick({ id: true, ref: true, name: true, status: true, path: true })
  .extend({ dob: z.string(), school: z.string() })
export type LikeStudent = z.output<typeof likeStudentSchema>

export const duplicatePairSchema = z.object({ first: likeStudentSchema, second: likeStudentSchema })
export type DuplicatePair = z.output<typeof duplicatePairSchema>

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
    summary: 'Pairs of students who may be the same child',
    query: listQuery,
    answer: reply({ data: z.array(duplicatePairSchema), meta: listMeta }),
  },
} as const satisfies Calls
