import { canSeeChildren, canSeeReports, canSetSupporter } from '#contract/permissions.ts'
import { reportCalls } from '#contract/reports.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import { clusterReport } from './clusterReport.ts'
import { listChildren } from './listChildren.ts'
import { supporterReport } from './supporterReport.ts'

/** The reports that list students and supporters. Annual reports belong to the records. */
export function reportRoutes(app: App, services: Services): void {
  const listClusters = clusterReport(services.db)
  const listSupported = supporterReport(services.db)

  serveCalls(app, services, reportCalls, {
    'GET /api/students?query=children': {
      may: canSeeChildren,
      answer: ({ db, actor }) => listChildren(db, actor),
    },
    'GET /api/students?query=cluster-rep': {
      may: canSeeReports,
      answer: ({ query }) => listClusters(query),
    },
    'GET /api/getsupporters?query=supporter-rep': {
      may: canSetSupporter,
      answer: ({ query }) => listSupported(query),
    },
  })
}
