import { z } from 'zod'
import { id, line } from './fields.ts'
import { fold } from './fold.ts'

export const schoolMessages = {
  schoolSaved: 'School saved.',
  clusterSaved: 'Cluster saved.',
  schoolTaken: 'This school exists already',
  clusterTaken: 'This cluster exists already',
  selectCluster: 'Please Select Cluster',
} as const

export const clusterForm = z.object({ cluster_name: line('Cluster', 'Cluster cannot be empty') })
export type ClusterForm = z.output<typeof clusterForm>

/** `id` in the body says nothing that the address does not. */
export const schoolForm = z.object({
  school: line('School', 'School cannot be empty'),
  cluster_id: id(schoolMessages.selectCluster),
})
export type SchoolForm = z.output<typeof schoolForm>

export const clusterSchema = z.object({ id: z.number().int(), cluster_name: z.string() })
export type Cluster = z.output<typeof clusterSchema>

export const schoolSchema = z.object({
  id: z.number().int(),
  school: z.string(),
  cluster_id: z.number().int(),
  cluster_name: z.string(),
})
export type School = z.output<typeof schoolSchema>

/** What a search in the schools looks through, by browser and server alike. */
export const schoolSearchText = ({ school, cluster_name }: Pick<School, 'school' | 'cluster_name'>) =>
  fold([school, cluster_name].join('\n'))
