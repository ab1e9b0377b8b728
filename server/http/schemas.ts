import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchemaCompiler,
  FastifyServerOptions,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { fieldErrors, type FieldErrors, INVALID_DATA, NULL_CHARACTER } from '#contract/base/call.ts'
import { ApiError, invalid, notFound } from '../base/ApiError.ts'

/** Gives the compiler the types that the schemas of a route parse and answer. */
export interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  serializer: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
}

/** The app as routes see it: their schemas are zod's. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypes
>

/**
 * Parses the input with the route's zod schema. Fields that the schema does not know are dropped. An empty parameter of an
 * address, such as `school=`, is like a missing one.
 */
const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    const { value, errors } = check(schema, httpPart === 'querystring' ? withoutEmpty(data) : data)
    return errors ? { error: refusal(errors, httpPart) } : { value }
  }
}

const withoutEmpty = (query: unknown) =>
  Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''))

/** Parses input in a route whose rules depend on the user or the day, and so cannot be in its schema. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  otherErrors: FieldErrors = {},
): z.output<Schema> {
  const { value, errors } = check(schema, data, otherErrors)
  if (errors) throw refusal(errors, 'body')
  return value
}

/** The refused files of a form. Every parse of the form reports them with its own errors. */
const refusedFiles = new WeakMap<object, FieldErrors>()
export const refuseFiles = (body: object, errors: FieldErrors) => void refusedFiles.set(body, errors)

type Checked<Value> = { value: Value; errors?: never } | { value?: never; errors: FieldErrors }

function check<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  otherErrors: FieldErrors = {},
): Checked<z.output<Schema>> {
  // Without a body every field is missing, and each reports its own message.
  const given = data ?? {}
  const { success, data: value, error } = schema.safeParse(given)
  const errors = {
    ...nullCharacters(given),
    ...(error && fieldErrors(error)),
    ...otherErrors,
    ...refusedFiles.get(Object(given)),
  }
  return success && Object.keys(errors).length === 0 ? { value } : { errors }
}

/** Refuses the texts and names with a null character, which PostgreSQL cannot store, wherever they are in the input. */
function nullCharacters(given: unknown, path = '', errors: FieldErrors = {}): FieldErrors {
  if (typeof given === 'string' && given.includes('\0')) errors[path] = [NULL_CHARACTER]
  if (typeof given !== 'object' || given === null) return errors
  for (const [name, value] of Object.entries(given)) {
    const inner = path ? `${path}.${name}` : name
    if (name.includes('\0')) errors[inner] = [NULL_CHARACTER]
    nullCharacters(value, inner, errors)
  }
  return errors
}

function refusal({ '': wholeBody, ...errors }: FieldErrors, httpPart: string | undefined): ApiError {
  // An id that is not valid is answered like one that does not exist.
  if (httpPart === 'params') return notFound()
  return wholeBody ? new ApiError(422, INVALID_DATA) : invalid(errors)
}

/**
 * Answers are not parsed before they are sent: the compiler knows their types, and every test checks them against their
 * schemas (testing/watchAnswers.ts).
 */
const serializerCompiler = () => (answer: unknown) => JSON.stringify(answer)

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

/** Given to Fastify when it is created, so that it never loads its own compilers. */
export const compilersFactory = {
  buildValidator: () => validatorCompiler,
  buildSerializer: () => serializerCompiler,
  // Fastify's types know no other compilers than its own.
} as unknown as CompilersFactory
