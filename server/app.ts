import cookie from '@fastify/cookie'
import etag from '@fastify/etag'
import { randomUUID } from 'node:crypto'
import fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { authRoutes } from './auth/authRoutes.ts'
import type { App } from './http/App.ts'
import { healthRoute } from './http/healthRoute.ts'
import { answerClientError } from './http/clientErrors.ts'
import { compressReplies } from './http/compressReplies.ts'
import { answerError } from './http/errorHandler.ts'
import { guardCalls } from './http/gate.ts'
import { documentRoutes } from './records/documents/documentRoutes.ts'
import { draftRoutes } from './drafts/draftRoutes.ts'
import { fileRoutes } from './files/fileRoutes.ts'
import { galleryRoutes } from './gallery/galleryRoutes.ts'
import { describeCalls } from './http/apiDocs.ts'
import { overrideMethod } from './http/methodOverride.ts'
import { logRequests } from './http/requestLog.ts'
import { compilersFactory } from './http/schemas.ts'
import { secureHeaders, secureHeadersFor } from './http/secureHeaders.ts'
import { answerUnreadable, readPage, servePage } from './http/page.ts'
import { endSlowRequests } from './http/slowRequests.ts'
import { takeUploads } from './http/uploads.ts'
import { lookupRoutes } from './lookups/lookupRoutes.ts'
import { letterRoutes } from './letters/letterRoutes.ts'
import { resumableRoutes } from './gallery/resumable/resumableRoutes.ts'
import { noticeRoutes } from './notifications/noticeRoutes.ts'
import { schoolRoutes } from './schools/schoolRoutes.ts'
import { receiptRoutes } from './records/receipts/receiptRoutes.ts'
import { reportCardRoutes } from './records/reportCards/reportCardRoutes.ts'
import type { Services } from './Services.ts'
import { studentRoutes } from './students/studentRoutes.ts'
import { userRoutes } from './users/userRoutes.ts'

/** The table of contents: what every request passes, then the features, then the one way out for errors. */
export async function createApp(services: Services, log: FastifyBaseLogger): Promise<App> {
  const page = readPage(services)
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'reference' }),
    genReqId: () => randomUUID().slice(0, 8).toUpperCase(),
    trustProxy: services.config.trustedProxies.length > 0 && services.config.trustedProxies,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    rewriteUrl: overrideMethod,
    frameworkErrors: (error, request, reply) =>
      void answerUnreadable(page, error, request, reply.headers(secureHeadersFor(services.config))),
    clientErrorHandler: answerClientError,
    schemaController: { compilersFactory },
    bodyLimit: 1024 * 1024,
    // No limit for a whole request, which an upload over a slow line would meet: see http/slowRequests.ts.
    requestTimeout: 0,
    http: { headersTimeout: 60_000 },
    // Open requests finish at a stop; connections that wait for a next one do not hold it up.
    forceCloseConnections: 'idle',
  }).withTypeProvider<ZodTypeProvider>()

  app.setErrorHandler(answerError)
  // Calls take JSON; a form of some other site could send plain text.
  app.removeContentTypeParser('text/plain')

  closeWhileStopping(app)
  logRequests(app)
  secureHeaders(app, services)
  await app.register(cookie)
  await app.register(etag, { weak: true })
  compressReplies(app)
  describeCalls(app, services)
  endSlowRequests(app)
  guardCalls(app, services)
  takeUploads(app, services)

  healthRoute(app, services)
  authRoutes(app, services)
  userRoutes(app, services)
  letterRoutes(app, services)
  schoolRoutes(app, services)
  lookupRoutes(app, services)
  studentRoutes(app, services)
  receiptRoutes(app, services)
  reportCardRoutes(app, services)
  documentRoutes(app, services)
  draftRoutes(app, services)
  noticeRoutes(app, services)
  galleryRoutes(app, services)
  resumableRoutes(app, services)
  fileRoutes(app, services)
  await servePage(app, page)

  return app
}

/** Answers that are sent during a stop say that nothing more is taken on their connection. */
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
