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
import { fieldErrors, type FieldErrors, INVALID_DATA } from '#contract/call.ts'
import { ApiError, invalid, notFound } from './ApiError.ts'

/** Tells the compiler what the schemas of a route parse and answer. */
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

/** Parses the input with the route's zod schema. Fields that the schema does not know are dropped. */
const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    // Without a body every field is missing, and answers its own message.
    const result = schema.safeParse(data ?? {})
    return result.success ? { value: result.data } : { error: refusal(result.error, httpPart) }
  }
}

/** Parses in a route what its schema cannot, because the rules depend on who asks or on what day. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  otherErrors: FieldErrors = {},
): z.output<Schema> {
  const result = schema.safeParse(data ?? {})
  if (!result.success) throw refusal(result.error, 'body', otherErrors)
  if (Object.keys(otherErrors).length > 0) throw invalid(otherErrors)
  return result.data
}

function refusal(error: z.ZodError, httpPart: string | undefined, otherErrors: FieldErrors = {}): ApiError {
  // An id that is not valid is answered like one that does not exist.
  if (httpPart === 'params') return notFound()
  const { '': wholeBody, ...errors } = fieldErrors(error)
  return wholeBody ? new ApiError(422, INVALID_DATA) : invalid({ ...errors, ...otherErrors })
}

/**
 * Answers are not parsed on their way out: the compiler knows their types, and every test holds them
 * against their schemas (testing/watchAnswers.ts).
 */
const serializerCompiler = () => (answer: unknown) => JSON.stringify(answer)

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

/** Given to Fastify when it is created, so that it never loads its own compilers. */
export const compilersFactory = {
  buildValidator: () => validatorCompiler,
  buildSerializer: () => serializerCompiler,
  // Fastify's types know no other compilers than its own.
} as unknown as CompilersFactory
