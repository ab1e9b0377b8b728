import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '#contract/base/call.ts'
import { ApiError } from '../base/ApiError.ts'

/** The messages for requests that the framework refuses before a route has seen them. */
export const refusalWordings: Record<number, string> = {
  400: 'The request could not be read.',
  408: 'The request took too long.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'This kind of content is not accepted.',
  431: 'The request has too many headers.',
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The error behind a failure or a refusal, for its line in the log. */
    failure: unknown
  }
}

export const refusalOf = (status: number) =>
  new ApiError(status, refusalWordings[status] ?? 'The request was refused.')

/** Answers every thrown error. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error)
  if (!refusal) {
    request.failure = error
    return reply.code(500).send({ message: `Something went wrong. Reference ${request.id}` })
  }
  request.failure = refusal.cause
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
  const { message, refusalCode: code, errors, conflict } = refusal
  // The answer to a HEAD request has no body.
  if (code && request.method === 'HEAD') reply.header('x-refusal-code', code)
  const body: ErrorBody = {
    message,
    ...(code && { code }),
    ...(errors && { errors }),
    ...(conflict && { conflict }),
  }
  return reply.code(refusal.status).send(body)
}

function asRefusal(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  const status = (error as { statusCode?: unknown } | undefined)?.statusCode
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined
  return refusalOf(status)
}
