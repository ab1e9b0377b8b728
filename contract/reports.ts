import { z } from 'zod'
import { fold } from './base/lists.ts'

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

/** The text that the browser searches. */
export const clusterSearchText = ({ ref, name, school, cluster_name }: ClusterRow) =>
  fold([name, ref, school, cluster_name].join('\n'))

export const supporterSearchText = ({ name, email }: Pick<SupporterRow, 'name' | 'email'>) =>
  fold([name, email].join('\n'))
