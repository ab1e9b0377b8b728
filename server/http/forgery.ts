import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TOKEN_MISMATCH } from '#contract/base/call.ts'
import type { Services } from '../Services.ts'
import { ApiError } from '../base/ApiError.ts'
import { cookieOptions } from './session.ts'

export const FORGERY_COOKIE = 'XSRF-TOKEN'
export const FORGERY_HEADER = 'X-XSRF-TOKEN'

/**
 * A token is a random text and a keyed signature over it and its session, so that the token of one session, or of
 * no session, is not valid in another. It travels in a cookie that only our own pages can read.
 */
export function issueForgeryToken(
  reply: FastifyReply,
  tokenHash: string | undefined,
  { config, secret }: Services,
): void {
  const nonce = randomBytes(16).toString('base64url')
  const token = `${nonce}.${sign(nonce, tokenHash, secret)}`
  reply.setCookie(FORGERY_COOKIE, token, cookieOptions(config.appUrl))
}

/** Refuses a call that does not send the token back: another site may have made the browser send the call. */
export function checkForgeryToken(request: FastifyRequest, { secret }: Services): void {
  const sent = request.headers[FORGERY_HEADER.toLowerCase()]
  if (typeof sent !== 'string' || sent !== request.cookies[FORGERY_COOKIE]) throw mismatch()
  const [nonce = '', signature = ''] = sent.split('.')
  const expected = Buffer.from(sign(nonce, request.session?.token_hash, secret))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw mismatch()
}

function sign(nonce: string, tokenHash: string | undefined, secret: string): string {
  return createHmac('sha256', secret)
    .update(`forgery ${nonce} ${tokenHash ?? 'nobody'}`)
    .digest('base64url')
}

const mismatch = () => new ApiError(419, TOKEN_MISMATCH)
