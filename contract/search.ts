import { z } from 'zod'
import { type Calls, reply } from './base/call.ts'
import { listQuery } from './base/lists.ts'

const count = z.number().int()

/** A few of the rows that match, and how many there are. */
const someOf = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), total: count })

export const foundStudent = z.object({
  id: count,
  ref: z.string(),
  name: z.string(),
  status: count,
  /** Their picture. */
  path: z.string().nullable(),
  school: z.string(),
})
export type FoundStudent = z.output<typeof foundStudent>

/** Whether the words only match letters inside a word. */
const is_inside = z.boolean()

export const studentResult = foundStudent.extend({
  class: z.string().nullable(),
  dob: z.string().nullable(),
  /** Null for roles that do not see it. */
  liaison: z.string().nullable(),
  is_inside,
  /** How many of the students found have this name; null if more than one, but not all were compared. */
  namesakes: count.nullable(),
})
export type StudentResult = z.output<typeof studentResult>

/** `students`: how many active ones. */
const foundSchool = z.object({
  id: count,
  school: z.string(),
  cluster_name: z.string(),
  students: count,
  is_inside,
})
const foundUser = z.object({
  id: count,
  name: z.string(),
  email: z.string(),
  role: z.string(),
  status: count,
  students: count,
  is_inside,
})

export const searchResultsSchema = z.object({
  students: someOf(studentResult),
  schools: someOf(foundSchool),
  users: someOf(foundUser),
  /** The students that match the words of `subject`. */
  subjects: z.array(studentResult),
  /** If nothing else was found: students whose names are spelt nearly as the words. */
  similar: z.array(studentResult),
})
export type SearchResults = z.output<typeof searchResultsSchema>

export const searchCalls = {
  'GET /api/search': {
    summary: 'The students, schools and users that match all words best',
    /** `opened`: the students opened last, who are first among equals. `subject`: the words of a student, when the other words name something to do, as in `add receipt achieng`. */
    query: z.object({
      words: listQuery.shape.search,
      subject: listQuery.shape.search,
      opened: z
        .string()
        .regex(/^\d{1,9}(,\d{1,9}){0,4}$/, 'Opened must be up to five ids')
        .optional(),
    }),
    answer: reply({ data: searchResultsSchema }),
  },
} as const satisfies Calls
