import type { EditConflict, FieldErrors, RefusalCode } from '#contract/errors.ts'
import { INVALID_DATA, NOT_FOUND, UNAUTHENTICATED, UNAUTHORIZED } from '#contract/messages.ts'

type Details = {
  code?: RefusalCode | undefined
  errors?: FieldErrors
  conflict?: EditConflict
  retryAfter?: number
  /** For the log, where a refusal may be more than the sender's mistake. */
  cause?: unknown
}

/** A refusal, thrown anywhere below a route and answered by the one error handler. */
export class ApiError extends Error {
  readonly status: number
  /** Not `code`: Fastify writes one of its own into errors of validation. */
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

export const unauthenticated = () => new ApiError(401, UNAUTHENTICATED)
export const unauthorized = () => new ApiError(403, UNAUTHORIZED)
export const notFound = () => new ApiError(404, NOT_FOUND)
export const conflict = (message: string, code?: RefusalCode) => new ApiError(409, message, { code })

/** A refusal of what was typed, under the fields that caused it. */
export const invalid = (errors: FieldErrors, more: Pick<Details, 'code' | 'cause'> = {}) =>
  new ApiError(422, Object.values(errors)[0]?.[0] ?? INVALID_DATA, { errors, ...more })
