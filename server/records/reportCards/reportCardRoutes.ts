import { canEditReports } from '#contract/permissions.ts'
import { reportCalls, reportForm, reportMessages } from '#contract/reportCards.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'
import { recordHandlers } from '../recordHandlers.ts'
import { addReport, editReport } from './reportChanges.ts'
import { annualAcademic, findReport, listReports, yearReader } from './reportQueries.ts'

/** Report cards: what a child achieved in a term. */
export function reportCardRoutes(app: App, services: Services): void {
  const on = recordHandlers(services, {
    kind: 'report',
    mayEdit: canEditReports,
    messages: reportMessages,
    form: reportForm,
    find: findReport,
    list: listReports,
    yearReader,
    annualReader: annualAcademic,
    add: addReport,
    edit: editReport,
  })

  serveCalls(app, reportCalls, {
    'GET /api/reports?query=:student': on.ofStudent,
    'GET /api/reports?query=profile': on.ofStudentsYear,
    'GET /api/reports?query=academic-rep': on.ofYear,
    'GET /api/reports?query=waiting': on.waiting,
    'GET /api/reports?query=returned': on.returned,
    'GET /api/reports/:id?query=edit': on.toEdit,
    'GET /api/reports/:id?query=verify': on.verify,
    'POST /api/reports?query=': on.add,
    'PUT /api/reports/:id?query=': on.edit,
    'POST /api/reports/:id/return': on.giveBack,
  })
}
