import cookie from '@fastify/cookie'
import etag from '@fastify/etag'
import { hash, randomUUID } from 'node:crypto'
import fastify, { LogController } from 'fastify'
import { accountRoutes } from './identity/account/accountRoutes.ts'
import { secondStepRoutes } from './identity/secondSteps/secondStepRoutes.ts'
import { signInRuleRoutes } from './identity/signIn/signInRuleRoutes.ts'
import { authRoutes } from './identity/signIn/authRoutes.ts'
import { calendarRoutes } from './calendar/calendarRoutes.ts'
import { backupRoutes } from './backup/backupRoutes.ts'
import { type App, compilersFactory, type ZodTypes } from './http/schemas.ts'
import { parseBoundedJson } from './http/boundJson.ts'
import { healthRoute } from './http/healthRoute.ts'
import { metricsRoute } from './http/metricsRoute.ts'
import { logRequests } from './http/requestLog.ts'
import { answerClientError, endSlowRequests } from './http/badConnections.ts'
import { compressReplies } from './http/compressReplies.ts'
import { answerError } from './http/errorHandler.ts'
import { byQuery, refuseOtherQueries } from './http/callsByQuery.ts'
import { guardCalls } from './http/gate.ts'
import { documentRoutes } from './records/documents/documentRoutes.ts'
import { downloadRoutes } from './downloads/downloadRoutes.ts'
import { draftRoutes } from './drafts/draftRoutes.ts'
import { fileRoutes } from './http/fileRoutes.ts'
import { searchRoutes } from './search/searchRoutes.ts'
import { galleryRoutes } from './gallery/galleryRoutes.ts'
import { describeCalls } from './http/apiDocs.ts'
import { overrideMethod } from './http/multipart.ts'
import { secureHeaders, secureHeadersFor } from './http/secureHeaders.ts'
import { answerUnreadable, readPage, servePage } from './http/page.ts'
import { receiveUploads } from './http/uploads.ts'
import { importRoutes } from './imports/importRoutes.ts'
import { lookupRoutes } from './lookups/lookupRoutes.ts'
import { consentRoutes } from './privacy/consents/consentRoutes.ts'
import { letterRoutes } from './letters/letterRoutes.ts'
import { resumableRoutes } from './gallery/resumable/resumableRoutes.ts'
import { notificationRoutes } from './notifications/notificationRoutes.ts'
import { accessRoutes } from './privacy/accesses/accessRoutes.ts'
import { countViews } from './privacy/accesses/countViews.ts'
import { noteDownload, viewOfFile } from './privacy/accesses/departures.ts'
import { erasureRoutes } from './privacy/erasure/erasureRoutes.ts'
import { exportRoutes } from './privacy/export/exportRoutes.ts'
import { noticeRoutes } from './privacy/notice/noticeRoutes.ts'
import { restrictionRoutes } from './privacy/restriction/restrictionRoutes.ts'
import { breachRoutes } from './privacy/registers/breachRoutes.ts'
import { processingRoutes } from './privacy/registers/processingRoutes.ts'
import { wrongRecipientRoutes } from './privacy/registers/wrongRecipientRoutes.ts'
import { requestRoutes } from './privacy/requests/requestRoutes.ts'
import { profileRoutes } from './profile/profileRoutes.ts'
import { fundingRoutes } from './funding/fundingRoutes.ts'
import { paymentRoutes } from './payments/paymentRoutes.ts'
import { reportRoutes } from './reports/reportRoutes.ts'
import { schoolRoutes } from './schools/schoolRoutes.ts'
import { receiptRoutes } from './records/receipts/receiptRoutes.ts'
import { activityRoutes } from './records/activityRoutes.ts'
import { reportCardRoutes } from './records/reportCards/reportCardRoutes.ts'
import type { Services } from './Services.ts'
import { duplicateRoutes } from './students/duplicates/duplicateRoutes.ts'
import { studentRoutes } from './students/studentRoutes.ts'
import { findVisibleFile } from './privacy/visibility/visibleStudents.ts'
import { userRoutes } from './users/userRoutes.ts'

/** The table of contents: the error handler, the hooks that every request passes, then the routes of each feature. */
export async function createApp(services: Services): Promise<App> {
  const page = readPage(services)
  const app = fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'reference' }),
    genReqId: () => randomUUID().slice(0, 8).toUpperCase(),
    trustProxy: services.config.trustedProxies.length > 0 && services.config.trustedProxies,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000, constraints: { query: byQuery } },
    rewriteUrl: overrideMethod,
    frameworkErrors: (error, request, reply) =>
      void answerUnreadable(page, error, request, reply.headers(secureHeadersFor(services.config))),
    clientErrorHandler: answerClientError,
    schemaController: { compilersFactory },
    bodyLimit: 1024 * 1024,
    // No total time limit, because uploads over slow lines take long: http/badConnections.ts limits the pace instead.
    requestTimeout: 0,
    http: { headersTimeout: 60_000 },
    // Stopping waits for open requests and closes idle connections.
    forceCloseConnections: 'idle',
  }).withTypeProvider<ZodTypes>()

  app.setErrorHandler(answerError)
  // Calls accept JSON only: a form on another site could send plain text without a preflight request.
  app.removeContentTypeParser('text/plain')
  parseBoundedJson(app)

  closeWhileStopping(app)
  logRequests(app)
  secureHeaders(app, services)
  await app.register(cookie)
  await app.register(etag, { weak: true, hashFn: (payload) => hash('sha1', payload, 'base64') })
  compressReplies(app)
  describeCalls(app, services)
  endSlowRequests(app)
  guardCalls(app, services)
  receiveUploads(app, services)
  refuseOtherQueries(app)
  countViews(app, services)

  healthRoute(app, services)
  metricsRoute(app, services)
  authRoutes(app, services)
  secondStepRoutes(app, services)
  accountRoutes(app, services)
  signInRuleRoutes(app, services)
  userRoutes(app, services)
  letterRoutes(app, services)
  backupRoutes(app, services)
  schoolRoutes(app, services)
  lookupRoutes(app, services)
  calendarRoutes(app, services)
  studentRoutes(app, services)
  duplicateRoutes(app, services)
  consentRoutes(app, services)
  requestRoutes(app, services)
  erasureRoutes(app, services)
  restrictionRoutes(app, services)
  breachRoutes(app, services)
  wrongRecipientRoutes(app, services)
  processingRoutes(app, services)
  noticeRoutes(app, services)
  accessRoutes(app, services)
  exportRoutes(app, services)
  importRoutes(app, services)
  receiptRoutes(app, services)
  reportCardRoutes(app, services)
  documentRoutes(app, services)
  activityRoutes(app, services)
  downloadRoutes(app, services)
  draftRoutes(app, services)
  notificationRoutes(app, services)
  galleryRoutes(app, services)
  profileRoutes(app, services)
  reportRoutes(app, services)
  fundingRoutes(app, services)
  paymentRoutes(app, services)
  searchRoutes(app, services)
  resumableRoutes(app, services)
  fileRoutes(app, services, { find: findVisibleFile, viewOf: viewOfFile, noteDownload })
  await servePage(app, page)

  return app
}

/** Replies during a stop carry `connection: close`, so that clients send no further request on that connection. */
function closeWhileStopping(app: App): void {
  let isStopping = false
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done()
  })
}
