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
import { describeCalls } from './http/apiDocs.ts'
import { logRequests } from './http/requestLog.ts'
import { compilersFactory } from './http/schemas.ts'
import { secureHeaders, secureHeadersFor } from './http/secureHeaders.ts'
import { servePage } from './http/page.ts'
import { letterRoutes } from './mail/letterRoutes.ts'
import type { Services } from './Services.ts'
import { userRoutes } from './users/userRoutes.ts'

/** The table of contents: what every request passes, then the features, then the one way out for errors. */
export async function createApp(services: Services, log: FastifyBaseLogger): Promise<App> {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'reference' }),
    genReqId: () => randomUUID().slice(0, 8).toUpperCase(),
    trustProxy: services.config.trustedProxies.length > 0 && services.config.trustedProxies,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.headers(secureHeadersFor(services.config))),
    clientErrorHandler: answerClientError,
    schemaController: { compilersFactory },
    bodyLimit: 1024 * 1024,
    // Nobody holds a connection by sending a request a byte at a time.
    requestTimeout: 5 * 60_000,
    // Open requests finish at a stop; connections that wait for a next one do not hold it up.
    forceCloseConnections: 'idle',
  }).withTypeProvider<ZodTypeProvider>()

  app.setErrorHandler(answerError)
  // Calls take JSON; a form of some other site could send plain text.
  app.removeContentTypeParser('text/plain')

  logRequests(app)
  secureHeaders(app, services)
  await app.register(cookie)
  await app.register(etag, { weak: true })
  compressReplies(app)
  await describeCalls(app, services)
  guardCalls(app, services)

  healthRoute(app, services)
  authRoutes(app, services)
  userRoutes(app, services)
  letterRoutes(app, services)
  await servePage(app, services)

  return app
}
