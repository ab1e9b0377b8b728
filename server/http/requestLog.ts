import type { FastifyInstance } from 'fastify'

/**
 * Logs one line per answered request: at `info` if it changes something or fails, at `debug` for reads, files and health.
 * The line of a failure has its error. It names the route and not the address, because addresses contain password links
 * and searched names. Headers and bodies are never logged.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('failure', undefined)
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    const { failure: err } = request
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status,
      ms: Math.round(reply.elapsedTime),
      user: request.session?.user.id,
      client: request.ip,
    }
    if (err === undefined) request.log[status >= 400 || request.isChange ? 'info' : 'debug'](line, 'answered')
    else if (status >= 500) request.log.error({ ...line, err }, 'request failed')
    else request.log.warn({ ...line, err }, 'request refused')
    done()
  })
}
