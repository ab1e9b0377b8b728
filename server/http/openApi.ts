import type { FastifyContextConfig, RouteOptions } from 'fastify'
import { z } from 'zod'
import { features } from '#contract/calls.ts'
import { idText } from '#contract/base/fields.ts'
import { type FileKind, maxMegabytes } from '#contract/base/files.ts'
import { roles, SUPPORTER } from '#contract/permissions.ts'
import type { Config } from '../config.ts'
import { errorBody } from '../base/ApiError.ts'
import { FORGERY_COOKIE, FORGERY_HEADER } from './forgery.ts'
import { SAFE_METHODS } from './gate.ts'
import { capitalised, readSchemaNames } from './schemaNames.ts'
import { sessionCookie } from './session.ts'

type Json = Record<string, unknown>
type JsonOf = (schema: z.ZodType) => Json

/** Describes routes by the schemas that check them. A schema that the contract names is written once, by its name. */
export async function openApiOf(routes: RouteOptions[], config: Config): Promise<object> {
  const { charityName, charityUrl } = config
  const { jsonOf, schemas } = converter(await readSchemaNames())
  const paths: Record<string, Json> = {}
  const all = routes.flatMap((route) => [route.method].flat().map((method) => ({ method, route })))
  const read = new Set(all.filter(({ method }) => method === 'GET').map(({ route }) => route.url))
  // The files of the page, and the HEAD that comes with every GET, are not calls.
  const calls = all.filter(
    ({ method, route: { schema, url } }) => schema?.summary && !(method === 'HEAD' && read.has(url)),
  )
  for (const [address, sharing] of Map.groupBy(calls, ({ method, route }) => `${method} ${route.url}`)) {
    const [method = '', url = ''] = address.split(' ')
    const path = (paths[url.replaceAll(/:(\w+)/g, '{$1}')] ??= {})
    const own = sharing.map(({ route }) => route)
    path[method.toLowerCase()] = operationOf(method.toLowerCase(), url, own, jsonOf)
  }
  const Refusal = {
    description: 'Refused: `message` says why, and `errors` contains the messages by field.',
    ...contentOf(jsonOf(errorBody)),
  }
  const description = {
    openapi: '3.1.0',
    info: {
      title: `The calls of Elimu at ${charityName}`,
      version: '1',
      description: introduction,
      contact: { name: charityName, ...(charityUrl && { url: charityUrl }) },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Unlicensed' },
    },
    servers: [{ url: '/' }],
    tags: features.map(({ name, about }) => ({ name, description: about })),
    paths,
    components: { securitySchemes: securitySchemesOf(config), responses: { Refusal }, schemas },
  }
  return JSON.parse(JSON.stringify(description).replaceAll('#/$defs/', '#/components/schemas/')) as object
}

/** Makes JSON schemas. Those with a name are collected, and the others refer to them. */
function converter(names: Awaited<ReturnType<typeof readSchemaNames>>) {
  const schemas: Json = {}
  function jsonOf(schema: z.ZodType): Json {
    // Answers are not transformed, so that the input of a schema describes both directions.
    const { properties, $defs } = z.toJSONSchema(z.object({ it: schema }), {
      metadata: names,
      io: 'input',
      unrepresentable: 'any',
      override({ jsonSchema }) {
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      },
    })
    Object.assign(schemas, $defs)
    return properties?.['it'] as Json
  }
  return { jsonOf, schemas }
}

const contentOf = (schema: Json) => ({ content: { 'application/json': { schema } } })

/** Describes the calls of an address: one, or several that `query` selects. */
function operationOf(method: string, url: string, routes: RouteOptions[], jsonOf: JsonOf): Json {
  const several = routes.length > 1 ? routes : undefined
  const [{ schema = {}, config = {} }] = routes as [RouteOptions]
  const main = routes.find(isDefault) ?? routes[0]
  const body = config.serves?.call.body
  const params = Object.entries(fieldsOf(schema.params)).filter(([name]) => url.includes(`:${name}`))
  const query = several ? queryOf(several) : fieldsOf(schema.querystring)
  const responses = responsesOf(schema.response as Record<string, z.ZodType>, jsonOf)
  const security = routes.flatMap((route) =>
    securityOf(method, route.config ?? {}).map((each) => JSON.stringify(each)),
  )
  return {
    operationId: operationIdOf(method, url),
    tags: [features.find(({ calls }) => config.serves && config.serves.name in calls)?.name ?? 'server'],
    summary: several ? `${main?.schema?.summary}; more by \`query\`` : schema.summary,
    description: several ? several.map(describeCall).join('\n') : whoMay(config),
    security: [...new Set(security)].map((each) => JSON.parse(each) as object),
    parameters: [
      ...params.map(([name, field]) => parameter('path', name, field, jsonOf)),
      ...Object.entries(query).map(([name, field]) => parameter('query', name, field, jsonOf)),
    ],
    ...(body && { requestBody: { required: true, content: bodyOf(jsonOf(body), config.uploads) } }),
    responses: several ? { ...responses, 200: answersOf(several, jsonOf) } : responses,
  }
}

/** `GET /api/students/:id` is `getStudentsById`; `GET /api/getUsers` is `getUsers`. */
function operationIdOf(method: string, url: string): string {
  const words = url
    .replace(/^\/(api\/)?/, '')
    .replaceAll(':', 'by-')
    .split(/[/-]/)
  const name = words.map(capitalised).join('')
  return name.toLowerCase().startsWith(method)
    ? name.slice(0, 1).toLowerCase() + name.slice(1)
    : method + name
}

/** The value of `query` that selects a call of an address; undefined for the call without one. */
const askedOf = ({ config }: RouteOptions) => config?.serves?.name.split('?query=')[1]
const isDefault = ({ config }: RouteOptions) => config?.serves?.call.isDefault === true

function describeCall(route: RouteOptions): string {
  const asked = askedOf(route)
  const ways = [
    ...(asked ? [`\`query=${asked}\``] : []),
    ...(isDefault(route) ? [asked ? 'none' : 'no `query`'] : []),
  ]
  return `- ${ways.join(', or ')}: ${route.schema?.summary}. ${whoMay(route.config ?? {})}`
}

/** Who may make a call, derived from the rule that the gate applies. */
function whoMay({ isPublic, may }: Pick<FastifyContextConfig, 'isPublic' | 'may'>): string {
  if (isPublic) return 'Open to everybody.'
  const admits = (role: number, notifications_admin = false) =>
    !may || may(role, { id: 0, name: '', role, notifications_admin })
  const admitted: string[] = roles.filter(({ id }) => admits(id)).map(({ role }) => role)
  if (admitted.length === roles.length) return 'For everybody who is signed in.'
  if (admits(SUPPORTER, true)) admitted.push('the account that `NOTIFICATIONS_ADMIN` names')
  return `For: ${admitted.join(', ')}.`
}

const fieldsOf = (schema: unknown): Record<string, z.ZodType> =>
  schema instanceof z.ZodObject ? schema.shape : {}

/** The `query` parameter that selects a call, and the fields of all these calls. */
function queryOf(routes: RouteOptions[]): Record<string, z.ZodType> {
  const asked = routes.flatMap((route) => askedOf(route) ?? [])
  const words = z.enum(asked.filter((word) => !word.startsWith(':')))
  const query = asked.some((word) => word.startsWith(':')) ? z.union([words, idText]) : words
  const fields = routes.flatMap(({ schema }) => Object.entries(fieldsOf(schema?.querystring)))
  return {
    query: routes.some(isDefault) ? query.optional() : query,
    ...Object.fromEntries(fields.map(([name, field]) => [name, field.optional()])),
  }
}

function parameter(location: 'path' | 'query', name: string, field: z.ZodType, jsonOf: JsonOf): Json {
  const isRequired = location === 'path' || !field.safeParse(undefined).success
  return { in: location, name, ...(isRequired && { required: true }), schema: jsonOf(field) }
}

/** The request body of a call: JSON, or a form if it also takes files. */
function bodyOf(schema: Json, uploads: Record<string, FileKind> | undefined): Json {
  const json = { 'application/json': { schema } }
  if (!uploads) return json
  const files = Object.entries(uploads).map(([field, { types }]) => {
    const limits = Object.keys(types).map((type) => `${type} up to ${maxMegabytes(type)} MB`)
    return [field, { type: 'string', format: 'binary', description: limits.join(', ') }]
  })
  const form = { allOf: [schema, { type: 'object', properties: Object.fromEntries(files) }] }
  return { 'multipart/form-data': { schema: form }, ...json }
}

function responsesOf(response: Record<string, z.ZodType>, jsonOf: JsonOf): Json {
  const refused = { '4XX': { $ref: '#/components/responses/Refusal' } }
  const answered = Object.entries(response)
    .filter(([status]) => status !== '4xx')
    .map(([status, schema]) => [
      status.toUpperCase(),
      // Answers other than JSON have no schema.
      {
        description: schema.description ?? 'Answered.',
        ...(!(schema instanceof z.ZodUnknown) && contentOf(jsonOf(schema))),
      },
    ])
  return { ...Object.fromEntries(answered), ...refused }
}

const answersOf = (routes: RouteOptions[], jsonOf: JsonOf) => ({
  description: 'As `query` asks.',
  ...contentOf({
    anyOf: routes.map((route) => ({
      title: `query=${askedOf(route) ?? ''}`,
      ...jsonOf(route.config?.serves?.call.answer ?? z.unknown()),
    })),
  }),
})

/** How a program makes calls: the introduction of the API description. */
const introduction = [
  'Calls take and answer JSON. To make them as a program:',
  [
    '1. Send `X-Requested-With: XMLHttpRequest` with every call, and keep the cookies.',
    '2. `GET /sanctum/csrf-cookie` sets the cookie `XSRF-TOKEN`. Send its value back in the header `X-XSRF-TOKEN` with every call that changes something.',
    '3. `POST /api/login` with `email` and `password` sets the session cookie, and a new `XSRF-TOKEN`. A session ends after 15 idle minutes, or 12 hours.',
  ].join('\n'),
  'A form with files is sent as `multipart/form-data`, with rows as `marks[0][grade]`. Where only POST can be sent, `?_method=PUT` says what is meant.',
  'A call that adds something may carry an `Idempotency-Key`: a repeat with the same key adds nothing, and gets the first answer.',
  'Refusals: 400 without the header, 401 without a session, 403 for the wrong role, 404 not found, 409 changed by somebody else, 413 too large, 415 not JSON, 419 without the token, 422 with messages by field, 429 too often.',
].join('\n\n')

const securitySchemesOf = ({ appUrl }: Pick<Config, 'appUrl'>) => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie(appUrl),
    description: 'Set by `POST /api/login`. Programs and browsers send it back by themselves.',
  },
  token: {
    type: 'apiKey',
    in: 'header',
    name: FORGERY_HEADER,
    description: `The value of the cookie \`${FORGERY_COOKIE}\`, which shows that another site has not made the call.`,
  },
  marker: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Requested-With',
    description: 'Always `XMLHttpRequest`.',
  },
})

/** What a call must carry, by the settings that the gate reads. */
function securityOf(method: string, { isPublic, isPlain, isChange }: FastifyContextConfig): object[] {
  const needed = { ...(!isPublic && { session: [] }), ...(!isPlain && { marker: [] }) }
  const all = { ...needed, token: [] }
  if (isChange || !SAFE_METHODS.has(method.toUpperCase())) return [all]
  return isPublic && isPlain ? [] : [needed]
}
