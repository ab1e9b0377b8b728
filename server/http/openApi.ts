import swagger from '@fastify/swagger'
import fastify, { type RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Config } from '../config.ts'
import { compilersFactory } from './schemas.ts'

/** Describes routes by the schemas that check them. An app of its own carries them, and answers nothing. */
export async function openApiOf(routes: RouteOptions[], { charityName, appUrl }: Config): Promise<object> {
  const app = fastify({ exposeHeadRoutes: false, schemaController: { compilersFactory } })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${charityName}: the calls of Elimu`, version: '1' },
      servers: [{ url: appUrl }],
    },
    transform: jsonSchemaTransform,
  })
  for (const { method, url, schema, config } of routes) {
    // Files of the page, and the HEAD that comes with every GET, are no calls of their own.
    if (!schema?.summary || method === 'HEAD') continue
    const body = config?.describes && { body: config.describes }
    app.route({ method, url, schema: { ...schema, ...body }, handler: () => undefined })
  }
  await app.ready()
  return app.swagger()
}
