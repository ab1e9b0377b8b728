import { canEditSchools, canSeeSchools } from '#contract/permissions.ts'
import { schoolCalls, schoolMessages } from '#contract/schools.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import { addCluster, addSchool, editSchool } from './schoolChanges.ts'
import { clustersList, findSchool, schoolsList } from './schoolQueries.ts'

export function schoolRoutes(app: App, services: Services): void {
  const { db } = services
  const listSchools = schoolsList(db)
  const listClusters = clustersList(db)

  serveCalls(app, services, schoolCalls, {
    'GET /api/schools': { may: canSeeSchools, answer: ({ query }) => listSchools(query) },

    'GET /api/schools/:id': {
      may: canSeeSchools,
      async answer({ params }) {
        const { id, school, cluster_id } = await findSchool(db, params.id)
        return { data: { id, school, cluster_id } }
      },
    },

    'POST /api/schools': {
      may: canEditSchools,
      isRepeatable: true,
      answer: async ({ body, ...change }) => saved(await addSchool(change, body), schoolMessages.schoolSaved),
    },

    'PUT /api/schools/:id': {
      may: canEditSchools,
      answer: async ({ params, body, ...change }) =>
        saved(await editSchool(change, params.id, body), schoolMessages.schoolSaved),
    },

    'GET /api/clusters': { may: canSeeSchools, answer: ({ query }) => listClusters(query) },

    'POST /api/clusters': {
      may: canEditSchools,
      isRepeatable: true,
      answer: async ({ body, ...change }) =>
        saved(await addCluster(change, body), schoolMessages.clusterSaved),
    },
  })
}

const saved = <Saved extends object>(record: Saved, message: string) => ({
  message,
  data: { ...record, message },
})
