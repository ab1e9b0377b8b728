import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import { canReadApiDocs } from '#contract/permissions.ts'
import type { App } from './schemas.ts'
import type { Services } from '../Services.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The schema of the body, where the route parses the body itself. */
    describes?: z.ZodType
  }
}

/** The OpenAPI description of the calls, made when it is first asked for: an idle server need not hold what makes it. */
export function describeCalls(app: App, { config }: Services): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))

  let description: Promise<object> | undefined
  app.get(
    '/api/docs',
    {
      config: { may: canReadApiDocs },
      schema: { summary: 'This description', response: { 200: z.unknown() } },
    },
    () => (description ??= import('./openApi.ts').then(({ openApiOf }) => openApiOf(routes, config))),
  )
}
