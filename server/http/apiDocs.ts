import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { canReadApiDocs } from '#contract/permissions.ts'
import type { App } from './App.ts'
import type { Services } from '../Services.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route takes, where it parses the body itself. */
    describes?: z.ZodType
  }
}

/** The OpenAPI description of the calls, made from the schemas that check them. */
export async function describeCalls(app: App, { config }: Services): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${config.charityName}: the calls of Elimu`, version: '1' },
      servers: [{ url: config.appUrl }],
    },
    transform: (route) => {
      const { describes } = route.route.config ?? {}
      return jsonSchemaTransform(
        describes ? { ...route, schema: { ...route.schema, body: describes } } : route,
      )
    },
  })
  app.get(
    '/api/docs',
    {
      config: { may: canReadApiDocs },
      schema: { summary: 'This description', response: { 200: z.unknown() } },
    },
    async () => app.swagger(),
  )
}
