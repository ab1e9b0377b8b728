import { z } from 'zod'
import {
  type EditConflict,
  type ErrorBody,
  type FieldErrors,
  historyEntrySchema,
  INVALID_DATA,
  NOT_FOUND,
  type RefusalCode,
  refusalCodes,
  UNAUTHENTICATED,
  UNAUTHORIZED,
} from '#contract/base/call.ts'

type Details = {
  code?: RefusalCode | undefined
  errors?: FieldErrors
  conflict?: EditConflict
  retryAfter?: number
  /** The error that led to the refusal, for the log: the sender may not have caused it. */
  cause?: unknown
}

/** A refusal, thrown anywhere below a route and answered by the one error handler. */
export class ApiError extends Error {
  readonly status: number
  /** Not `code`, which Fastify sets in its own validation errors. */
  readonly refusalCode: RefusalCode | undefined
  readonly errors: FieldErrors | undefined
  readonly conflict: EditConflict | undefined
  readonly retryAfter: number | undefined

  constructor(status: number, message: string, more: Details = {}) {
    super(message, { cause: more.cause })
    this.status = status
    this.refusalCode = more.code
    this.errors = more.errors
    this.conflict = more.conflict
    this.retryAfter = more.retryAfter
  }
}

const RETRY_SECONDS = 5

/** Refuses a call because the database or the file store does not answer, or another program has locked it. */
export class UnavailableError extends ApiError {
  constructor(message: string, cause: unknown) {
    super(503, message, { retryAfter: RETRY_SECONDS, cause })
  }
}

export const unauthenticated = () => new ApiError(401, UNAUTHENTICATED)
export const unauthorized = () => new ApiError(403, UNAUTHORIZED)
export const notFound = () => new ApiError(404, NOT_FOUND)
export const conflict = (message: string, code?: RefusalCode) => new ApiError(409, message, { code })

/** A refusal of what was typed, under the fields that caused it. */
export const invalid = (errors: FieldErrors, more: Pick<Details, 'code' | 'cause'> = {}) =>
  new ApiError(422, Object.values(errors)[0]?.[0] ?? INVALID_DATA, { errors, ...more })

export const errorBody = z.object({
  message: z.string(),
  code: z.enum(refusalCodes).optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  conflict: z.object({ version: z.number().int(), history: z.array(historyEntrySchema) }).optional(),
}) satisfies z.ZodType<ErrorBody>

/** The `schema.response` of a call: its answer, and the body that all refusals have. */
export const answers = <Schema extends z.ZodType>(schema: Schema) => ({ 200: schema, '4xx': errorBody })
