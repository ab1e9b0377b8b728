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

/** `students`: how many active ones. */
const foundSchool = z.object({ id: count, school: z.string(), cluster_name: z.string(), students: count })
const foundUser = z.object({
  id: count,
  name: z.string(),
  email: z.string(),
  role: z.string(),
  status: count,
  students: count,
})

export const searchResultsSchema = z.object({
  students: someOf(foundStudent),
  schools: someOf(foundSchool),
  users: someOf(foundUser),
  /** The students that match the words of `subject`. */
  subjects: z.array(foundStudent),
})
export type SearchResults = z.output<typeof searchResultsSchema>

export const searchCalls = {
  'GET /api/search': {
    summary: 'The first students, schools and users that match all words',
    /** `subject`: the words of a student, when the other words name something to do, as in `add receipt achieng`. */
    query: z.object({ words: listQuery.shape.search, subject: listQuery.shape.search }),
    answer: reply({ data: searchResultsSchema }),
  },
} as const satisfies Calls
