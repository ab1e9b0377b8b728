import { z } from 'zod'
import { type Calls, reply } from './base/call.ts'
import { listMeta, longListQuery, searchText } from './base/lists.ts'
import { notShared } from './privacy/consentStates.ts'
import { curriculumSchema } from './records/curricula.ts'

/** Shown in place of the students of a supporter who has none. */
export const UNASSIGNED = 'Unassigned'

export const clusterRowSchema = z.object({
  id: z.number().int(),
  ref: z.string(),
  name: z.string(),
  school: z.string(),
  cluster_name: z.string(),
  liaison: z.string(),
  status: z.number().int(),
  path: z.string().nullable(),
})
export type ClusterRow = z.output<typeof clusterRowSchema>

export const supporterRowSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  students: z.array(
    z.object({
      id: z.number().int(),
      student_name: z.string(),
      school: z.string(),
      liaison: z.string(),
      status: z.number().int(),
    }),
  ),
})
export type SupporterRow = z.output<typeof supporterRowSchema>

/** A term's result: mean and mean grade; or the overall level; or how many subjects reached which levels. */
const resultSchema = z.object({
  year: z.string(),
  term: z.string(),
  curriculum: curriculumSchema,
  mark: z.number().nullable(),
  grade: z.string().nullable(),
  levels: z.string().nullable(),
})
export type TermResult = z.output<typeof resultSchema>

/** The maximum number of children in one answer. The list of students has all of them. */
export const CHILDREN_MAX = 100

/** How long the supporter's start page names a report card that came. */
export const NEWS_DAYS = 14

/** The news of one child for their supporter, from verified records only. A part is null if there is none. */
export const childSchema = z.object({
  id: z.number().int(),
  ref: z.string(),
  name: z.string(),
  status: z.number().int(),
  path: z.string().nullable(),
  /** Null if personal facts are not shared. */
  school: z.string().nullable(),
  /** The class of the newest report card. */
  class: z.string().nullable(),
  /** The month in which the child left; null if it is not known, or personal facts are not shared. */
  left_in: z.string().nullable(),
  /**
   * The newest term with verified report cards of any students, if the child has none of it: not verified or missing, which
   * is the same to a supporter. Null for a child who has left.
   */
  awaited: z.object({ year: z.string(), term: z.string() }).nullable(),
  result: resultSchema
    .extend({
      pathReport: z.string().nullable(),
      teacher_comment: z.string(),
      /** The day on which it was sent, or verified if it is not sent yet, if that is at most `NEWS_DAYS` ago. */
      came_on: z.string().nullable(),
      /** The report card before it, of the same year. */
      before: resultSchema.nullable(),
    })
    .nullable(),
  /** The newest picture of the gallery, which has `media` pictures and videos. */
  picture: z.object({ title: z.string(), created_at: z.string(), path: z.string() }).nullable(),
  media: z.number().int(),
  /** The sum of the receipts of the newest year that has any, their terms and their number. */
  paid: z
    .object({ year: z.string(), terms: z.array(z.string()), total: z.number(), receipts: z.number().int() })
    .nullable(),
  not_shared: notShared,
})
export type Child = z.output<typeof childSchema>

/** The term of the newest letter with news. */
export const newestLetterSchema = z
  .object({ year_name: z.string(), term_name: z.string(), sent_at: z.string() })
  .nullable()
export type NewestLetter = z.output<typeof newestLetterSchema>

export const reportCalls = {
  'GET /api/students?query=children': {
    summary: 'The news of the supporter’s students',
    answer: reply({ data: z.array(childSchema), total: z.number().int(), letter: newestLetterSchema }),
  },
  'GET /api/students?query=cluster-rep': {
    summary: 'The cluster report',
    query: longListQuery,
    answer: reply({ data: z.array(clusterRowSchema), meta: listMeta }),
  },
  'GET /api/getsupporters?query=supporter-rep': {
    summary: 'The supporters report',
    query: longListQuery,
    answer: reply({ data: z.array(supporterRowSchema), meta: listMeta }),
  },
} as const satisfies Calls

/** The texts that the browser searches. */
export const clusterSearchText = ({ ref, name, school, cluster_name }: ClusterRow) =>
  searchText([name], [ref, school, cluster_name])

export const supporterSearchText = ({ name, email }: Pick<SupporterRow, 'name' | 'email'>) =>
  searchText([name], [email])
