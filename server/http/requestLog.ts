import type { FastifyInstance } from 'fastify'

/**
 * One line per answered request. It names the route and not the address: addresses carry password links and
 * searched names. Headers and bodies are never logged.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.session?.user.id,
      },
      'answered',
    )
    done()
  })
}
