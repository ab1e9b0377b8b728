import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify'
import type { z } from 'zod'
import { type FieldErrors, fieldErrors } from '#contract/errors.ts'
import { ApiError, invalid, notFound } from './ApiError.ts'
import { INVALID_DATA } from '#contract/messages.ts'

/** Parses what comes in with the route's zod schema; what it does not know is dropped. */
const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    // Without a body every field is missing, and says so in its own words.
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
  // An id that cannot be one names nothing.
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

/** Given to Fastify at its birth, so that it never loads the compilers of its own that these replace. */
export const compilersFactory = {
  buildValidator: () => validatorCompiler,
  buildSerializer: () => serializerCompiler,
  // Fastify's types know no other compilers than its own.
} as unknown as CompilersFactory
