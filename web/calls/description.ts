import { send } from '../ui/http.ts'

/** The parts of an OpenAPI description that the page reads. */
export type Description = {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Schemas }
}

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: { in: 'path' | 'query'; name: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

export type Schemas = Record<string, Schema>

export type Schema = {
  $ref?: string
  title?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  maxLength?: number
  properties?: Schemas
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}

export type DescribedCall = Operation & { method: string; path: string }

export const descriptionQuery = {
  queryKey: ['calls'],
  queryFn: ({ signal }: { signal: AbortSignal }) => send<Description>('GET', '/api/docs', { signal }),
}

export const callsOf = ({ paths }: Description): DescribedCall[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      Object.assign({ path, method: method.toUpperCase() }, operation),
    ),
  )

/** The JSON of a body or an answer; undefined for other content types. */
export const jsonOf = (content: Record<string, { schema: Schema }> | undefined) =>
  content?.['application/json']?.schema

/** The fields of a form that take a file. */
export const fileFieldsOf = ({ requestBody }: Operation): string[] =>
  (requestBody?.content['multipart/form-data']?.schema.allOf ?? [])
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .flatMap(([name, { format }]) => (format === 'binary' ? [name] : []))

const resolve = (schema: Schema, schemas: Schemas): Schema =>
  (schema.$ref && schemas[schema.$ref.split('/').at(-1) ?? '']) || schema

/** A schema in readable form: `{ name: string, marks: [{ … }] }` over several lines. */
export function shapeOf(given: Schema, schemas: Schemas, indent = ''): string {
  const schema = resolve(given, schemas)
  const { anyOf, allOf, items, properties, required = [], additionalProperties } = schema
  const inner = `${indent}  `
  if (anyOf) return anyOf.map((each) => titled(each) + shapeOf(each, schemas, indent)).join(`\n${indent}or `)
  if (allOf) return allOf.map((each) => shapeOf(each, schemas, indent)).join(' and ')
  if (items) return `[${shapeOf(items, schemas, indent)}, …]`
  if (properties) {
    const lines = Object.entries(properties).map(
      ([name, field]) =>
        `${inner}${name}${required.includes(name) ? '' : '?'}: ${shapeOf(field, schemas, inner)}\n`,
    )
    return `{\n${lines.join('')}${indent}}`
  }
  if (typeof additionalProperties === 'object')
    return `{ …: ${shapeOf(additionalProperties, schemas, indent)} }`
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' or ')
  if ('const' in schema) return JSON.stringify(schema.const)
  return (
    [schema.type ?? 'anything'].flat().join(' or ') + (schema.maxLength ? `, up to ${schema.maxLength}` : '')
  )
}

const titled = ({ title }: Schema) => (title ? `${title}: ` : '')

/** A sample value: the required fields, empty. */
export function sampleOf(given: Schema, schemas: Schemas): unknown {
  const schema = resolve(given, schemas)
  const { anyOf, allOf, items, properties = {}, required = [] } = schema
  if (anyOf?.[0]) return sampleOf(anyOf[0], schemas)
  if (allOf) return Object.assign({}, ...allOf.map((each) => sampleOf(each, schemas)))
  if (items) return [sampleOf(items, schemas)]
  if (schema.enum) return schema.enum[0]
  if ('const' in schema) return schema.const
  const type = [schema.type].flat()[0]
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {}, schemas)]))
  return { string: '', boolean: false, integer: 0, number: 0 }[type ?? ''] ?? null
}
