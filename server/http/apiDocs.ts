import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import { canReadApiDocs } from '#contract/permissions.ts'
import { openApiOf } from './openApi.ts'
import type { App } from './schemas.ts'
import type { Services } from '../Services.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** What the route does, for its description. A route without one is not described. */
    summary?: string
  }
}

/** Where the page shows the description of the calls. */
const PAGE = '/dashboard/calls'

/** The OpenAPI description of the calls, made at the first request. */
export function describeCalls(app: App, { config }: Services): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  // Runs before the gate, because a browser sends no marker header when a user opens an address.
  app.addHook('onRequest', async ({ routeOptions, headers }, reply) => {
    if (routeOptions.url !== '/api/docs') return undefined
    reply.header('vary', 'accept')
    return headers.accept?.includes('text/html') ? reply.redirect(PAGE) : undefined
  })

  let description: Promise<object> | undefined
  app.get(
    '/api/docs',
    {
      config: { may: canReadApiDocs },
      schema: { summary: 'This description', response: { 200: z.unknown() } },
    },
    () =>
      (description ??= openApiOf(routes, config).catch((error: unknown) => {
        description = undefined
        throw error
      })),
  )
}
