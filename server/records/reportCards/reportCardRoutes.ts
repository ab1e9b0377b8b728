import { canEditReportCards } from '#contract/permissions.ts'
import { reportCardCalls, reportCardMessages } from '#contract/records/reportCards.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'
import { recordHandlers } from '../recordHandlers.ts'
import { addReportCard, editReportCard, reportCardFormFor } from './reportCardChanges.ts'
import { annualAcademic, findReportCard, listReportCards, yearReader } from './reportCardQueries.ts'

/** Report cards: what a child achieved in a term. */
export function reportCardRoutes(app: App, services: Services): void {
  const on = recordHandlers(services, {
    kind: 'report',
    mayEdit: canEditReportCards,
    messages: reportCardMessages,
    formFor: reportCardFormFor,
    find: findReportCard,
    list: listReportCards,
    yearReader,
    annualReader: annualAcademic,
    add: addReportCard,
    edit: editReportCard,
  })

  serveCalls(app, services, reportCardCalls, {
    'GET /api/reports?query=:student': on.ofStudent,
    'GET /api/reports?query=profile': on.ofStudentsYear,
    'GET /api/reports?query=academic-rep': on.ofYear,
    'GET /api/reports?query=waiting': on.waiting,
    'GET /api/reports/:id?query=edit': on.toEdit,
    'GET /api/reports/:id?query=verify': on.verify,
    'POST /api/reports?query=': on.add,
    'PUT /api/reports/:id?query=': on.edit,
    'POST /api/reports/:id/unverify': on.unverify,
    'POST /api/reports/:id/return': on.returnToAuthor,
  })
}
