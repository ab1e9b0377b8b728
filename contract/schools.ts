import { z } from 'zod'
import { idParams } from './identity/auth.ts'
import { type Calls, reply } from './base/call.ts'
import { answerShape, fieldsOf, formShape, line, reference } from './base/fields.ts'
import { fold, listMeta, listQuery } from './base/lists.ts'

export const schoolMessages = {
  schoolSaved: 'School saved.',
  clusterSaved: 'Cluster saved.',
  schoolTaken: 'This school exists already',
  clusterTaken: 'This cluster exists already',
  selectCluster: 'Please Select Cluster',
  changedMeanwhile: (name: string) =>
    `${name} changed this school while you were typing. Close this form and open it again.`,
} as const

export const clusterFields = fieldsOf('', {
  cluster_name: line('Cluster'),
})
export const clusterForm = z.object(formShape(clusterFields))
export type ClusterForm = z.output<typeof clusterForm>

const { selectCluster } = schoolMessages
export const schoolFields = fieldsOf('', {
  school: line('School'),
  cluster_id: reference('Cluster', { required: selectCluster, placeholder: selectCluster }),
})
/** An `id` in the body is ignored: the path identifies the school. */
export const schoolForm = z.object(formShape(schoolFields))
export type SchoolForm = z.output<typeof schoolForm>

const rowId = { id: z.number().int() }
export const clusterSchema = z.object({ ...rowId, ...answerShape(clusterFields) })
export type Cluster = z.output<typeof clusterSchema>

export const schoolSchema = z.object({
  ...rowId,
  ...answerShape(schoolFields),
  ...answerShape(clusterFields),
})
export type School = z.output<typeof schoolSchema>

/** `seen`: the values that the form showed. The edit is refused if they have changed since. */
export const schoolEdit = schoolForm.extend({
  seen: z.object(answerShape(schoolFields)).optional(),
})
export type SchoolEdit = z.output<typeof schoolEdit>

/** The text of a school that browser and server search. */
export const schoolSearchText = ({ school, cluster_name }: Pick<School, 'school' | 'cluster_name'>) =>
  fold([school, cluster_name].join('\n'))

const message = z.string()
/** Callers may also read the message inside the record. */
const schoolSaved = reply({ message, data: schoolSchema.extend({ message }) })
const clusterSaved = reply({ message, data: clusterSchema.extend({ message }) })

export const schoolCalls = {
  'GET /api/schools': {
    summary: 'The schools',
    query: listQuery,
    answer: reply({ data: z.array(schoolSchema), meta: listMeta }),
  },
  'GET /api/schools/:id': {
    summary: 'A school, to edit it',
    params: idParams,
    answer: reply({ data: schoolSchema.omit({ cluster_name: true }) }),
  },
  'POST /api/schools': { summary: 'Add a school', body: schoolForm, answer: schoolSaved },
  'PUT /api/schools/:id': {
    summary: 'Edit a school',
    params: idParams,
    body: schoolEdit,
    answer: schoolSaved,
  },
  'GET /api/clusters': {
    summary: 'The clusters that schools belong to',
    query: listQuery,
    answer: reply({ data: z.array(clusterSchema), meta: listMeta }),
  },
  'POST /api/clusters': { summary: 'Add a cluster', body: clusterForm, answer: clusterSaved },
} as const satisfies Calls
