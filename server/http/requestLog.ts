import type { FastifyInstance } from 'fastify'

/**
 * One line per answered request: of those that change something or fail at `info`, of reads, files and health at
 * `debug`. It names the route and not the address: addresses carry password links and searched names. Headers and
 * bodies are never logged.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    const level = status >= 400 || request.isChange ? 'info' : 'debug'
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status,
      ms: Math.round(reply.elapsedTime),
      user: request.session?.user.id,
      client: request.ip,
    }
    request.log[level](line, 'answered')
    done()
  })
}
