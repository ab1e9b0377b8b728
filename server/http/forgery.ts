import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TOKEN_MISMATCH } from '#contract/base/call.ts'
import type { Services } from '../Services.ts'
import { ApiError } from '../base/ApiError.ts'
import { isEqual, sign } from '../base/signing.ts'
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
  const token = `${nonce}.${signatureOf(nonce, tokenHash, secret)}`
  reply.setCookie(FORGERY_COOKIE, token, cookieOptions(config.appUrl))
}

/** Refuses a call that does not send the token back: another site may have made the browser send the call. */
export function checkForgeryToken(request: FastifyRequest, { secret }: Services): void {
  const sent = request.headers[FORGERY_HEADER.toLowerCase()]
  if (typeof sent !== 'string' || sent !== request.cookies[FORGERY_COOKIE]) throw mismatch()
  const [nonce = '', signature = ''] = sent.split('.')
  if (!isEqual(signature, signatureOf(nonce, request.session?.token_hash, secret))) throw mismatch()
}

const signatureOf = (nonce: string, tokenHash: string | undefined, secret: string) =>
  sign('forgery', `${nonce} ${tokenHash ?? 'nobody'}`, secret)

const mismatch = () => new ApiError(419, TOKEN_MISMATCH)
