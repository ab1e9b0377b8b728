import swagger from '@fastify/swagger'
import fastify, { type RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Config } from '../config.ts'
import { compilersFactory } from './schemas.ts'

/**
 * Describes routes by the schemas that check them. They are registered in an app of its own, which serves no requests.
 */
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
    // The files of the page, and the HEAD that comes with every GET, are not calls.
    if (!schema?.summary || method === 'HEAD') continue
    const body = config?.describes && { body: config.describes }
    app.route({ method, url, schema: { ...schema, ...body }, handler: () => undefined })
  }
  await app.ready()
  return app.swagger()
}
