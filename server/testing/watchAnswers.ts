import { subscribe } from 'node:diagnostics_channel'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { errorBody } from '../base/ApiError.ts'

/** The routes of an app, and its answers that differ from their schemas. */
type Watched = { routes: RouteOptions[]; problems: string[] }

const watched = new WeakMap<object, Watched>()

export const watchedOf = (app: object): Watched => watched.get(app) ?? { routes: [], problems: [] }

const refusal = z.object({
  message: z.string().min(1),
  code: errorBody.shape.code,
  errors: z.record(z.string(), z.array(z.string().min(1)).min(1)).optional(),
  conflict: errorBody.shape.conflict,
})

// Fastify publishes every new app before its first route, so the server needs no code for this.
subscribe('fastify.initialization', (message) => {
  const { fastify: app } = message as { fastify: FastifyInstance }
  const known: Watched = { routes: [], problems: [] }
  watched.set(app, known)
  app.addHook('onRoute', (route) => void known.routes.push(route))
  app.addHook('onSend', async (request, reply, payload) => {
    const problem = check(request, reply, payload)
    if (problem) known.problems.push(`${request.method} ${request.url} ${reply.statusCode}: ${problem}`)
  })
})

/** Compares an answer with the schema of its route: a missing field or an extra one is a problem. */
function check(request: FastifyRequest, reply: FastifyReply, payload: unknown): string | undefined {
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
  if (!isJson || typeof payload !== 'string') return undefined
  const body: unknown = JSON.parse(payload)
  const declared = (request.routeOptions.schema?.response ?? {}) as Record<string, z.ZodType>
  const schema = declared[reply.statusCode] ?? (reply.statusCode >= 400 ? refusal : undefined)
  if (!schema) return 'no schema is declared for this answer'

  const parsed = schema.safeParse(body)
  if (!parsed.success) return z.prettifyError(parsed.error)
  // Parsing drops unknown fields. Of a union, one schema must know all fields of the answer.
  const isDeclared = optionsOf(schema).some((option) => isDeepStrictEqual(option.safeParse(body).data, body))
  return isDeclared ? undefined : `undeclared fields in ${payload}`
}

const optionsOf = (schema: z.ZodType): z.ZodType[] =>
  schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]).flatMap(optionsOf) : [schema]
