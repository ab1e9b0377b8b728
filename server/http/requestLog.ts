import { addingTo, type DatabaseTime } from '../database/databaseTime.ts'
import type { App } from './schemas.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The time and rows of its queries. */
    databaseTime: DatabaseTime
  }
}

/** A call that takes longer is logged at `info`, also if it only reads. */
const SLOW_MS = 1_000

/**
 * Logs one line per answered request: at `info` if it changes something, fails or is slow, at `debug` for other reads, files
 * and health. The line of a failure has its error. It names the route and not the address, because addresses contain password links
 * and searched names. Headers and bodies are never logged.
 */
export function logRequests(app: App): void {
  app.decorateRequest('failure', undefined)
  app.decorateRequest('databaseTime')
  app.addHook('onRequest', (request, _reply, done) => {
    request.databaseTime = { ms: 0, rows: 0 }
    addingTo(request.databaseTime, done)
  })
  // The event that ends a body belongs to its connection, which other requests use too.
  app.addHook('preValidation', (request, _reply, done) => addingTo(request.databaseTime, done))
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply
    const { failure: err, databaseTime } = request
    const isSlow = elapsedTime > SLOW_MS
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status,
      ms: Math.round(elapsedTime),
      ...(isSlow && { database_ms: Math.round(databaseTime.ms), database_rows: databaseTime.rows }),
      user: request.session?.user.id,
      client: request.ip,
    }
    if (err === undefined)
      request.log[status >= 400 || request.isChange || isSlow ? 'info' : 'debug'](
        line,
        isSlow ? 'answered slowly' : 'answered',
      )
    else if (status >= 500) request.log.error({ ...line, err }, 'request failed')
    else request.log.warn({ ...line, err }, 'request refused')
    done()
  })
}
