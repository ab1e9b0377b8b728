import { canSeeUnverified } from '#contract/permissions.ts'
import { activityCalls } from '#contract/students/studentCalls.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import { studentsList } from '../students/studentQueries.ts'
import { activitiesList, findListTerms } from './activitiesList.ts'

/** The students of Academics, Finance and Gallery, and the terms that filter them. */
export function activityRoutes(app: App, services: Services): void {
  const listActivities = activitiesList(services, studentsList(services.db))

  serveCalls(app, services, activityCalls, {
    'GET /api/students?query=activities': { answer: ({ query, actor }) => listActivities(query, actor) },
    'GET /api/students?query=terms': {
      may: canSeeUnverified,
      answer: async ({ query, actor }) => ({ data: await findListTerms(services, query, actor) }),
    },
  })
}
