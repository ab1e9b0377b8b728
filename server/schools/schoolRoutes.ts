import { z } from 'zod'
import { idParams } from '#contract/auth.ts'
import { listMeta, listQuery } from '#contract/lists.ts'
import { canEditSchools, canSeeSchools } from '#contract/permissions.ts'
import { clusterForm, clusterSchema, schoolForm, schoolMessages, schoolSchema } from '#contract/schools.ts'
import { notFound } from '../http/ApiError.ts'
import type { App } from '../http/App.ts'
import { once } from '../http/once.ts'
import { answers, reply } from '../http/replies.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { addCluster, addSchool, editSchool } from './schoolChanges.ts'
import { clustersList, findSchool, schoolsList } from './schoolQueries.ts'

const schoolChoice = schoolSchema.omit({ cluster_name: true })
const message = z.string()
/** The spec reads the message inside the record. */
const savedSchool = answers(reply({ message, data: schoolSchema.extend({ message }) }))
const savedCluster = answers(reply({ message, data: clusterSchema.extend({ message }) }))

export function schoolRoutes(app: App, services: Services): void {
  const { db } = services
  const listSchools = schoolsList(db)
  const listClusters = clustersList(db)
  const seeing = { config: { may: canSeeSchools } }
  const editing = { config: { may: canEditSchools } }

  app.get(
    '/api/schools',
    {
      ...seeing,
      schema: {
        summary: 'The schools',
        querystring: listQuery,
        response: answers(reply({ data: z.array(schoolSchema), meta: listMeta })),
      },
    },
    async (request) => ({ success: true as const, ...(await listSchools(request.query)) }),
  )

  app.get(
    '/api/schools/:id',
    {
      ...seeing,
      schema: {
        summary: 'A school, to edit it',
        params: idParams,
        response: answers(reply({ data: schoolChoice })),
      },
    },
    async (request) => {
      const found = await findSchool(db, request.params.id)
      if (!found) throw notFound()
      const { id, school, cluster_id } = found
      return { success: true as const, data: { id, school, cluster_id } }
    },
  )

  app.post(
    '/api/schools',
    { ...editing, schema: { summary: 'Add a school', body: schoolForm, response: savedSchool } },
    async (request) => {
      const actor = signedIn(request)
      const school = await once(request, services, (trx) => addSchool(trx, request.body, actor, services))
      return saved(school, schoolMessages.schoolSaved)
    },
  )

  app.put(
    '/api/schools/:id',
    {
      ...editing,
      schema: { summary: 'Edit a school', params: idParams, body: schoolForm, response: savedSchool },
    },
    async (request) => {
      const school = await editSchool(request.params.id, request.body, signedIn(request), services)
      return saved(school, schoolMessages.schoolSaved)
    },
  )

  app.get(
    '/api/clusters',
    {
      ...seeing,
      schema: {
        summary: 'The clusters that schools belong to',
        querystring: listQuery,
        response: answers(reply({ data: z.array(clusterSchema), meta: listMeta })),
      },
    },
    async (request) => ({ success: true as const, ...(await listClusters(request.query)) }),
  )

  app.post(
    '/api/clusters',
    { ...editing, schema: { summary: 'Add a cluster', body: clusterForm, response: savedCluster } },
    async (request) => {
      const actor = signedIn(request)
      const cluster = await once(request, services, (trx) => addCluster(trx, request.body, actor, services))
      return saved(cluster, schoolMessages.clusterSaved)
    },
  )
}

const saved = <Saved extends object>(record: Saved, text: string) => ({
  success: true as const,
  message: text,
  data: { ...record, message: text },
})
