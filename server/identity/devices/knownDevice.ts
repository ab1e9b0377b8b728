import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOptions } from '../../http/session.ts'
import type { Services } from '../../Services.ts'

type Owner = { id: number; password_hash: string | null }

const HALF_A_YEAR_S = 180 * 24 * 60 * 60

/** One cookie for each user, because an office may share a device. */
const cookieOf = ({ id }: Owner) => `elimu_device_${id}`

const BY_LINK = 'link:'

/** Whether a known device has only set a password by a link, which alone proves no second step. */
export const isKnownByLink = (device: string | undefined) => device?.startsWith(BY_LINK) === true

/**
 * Marks the browser as a known device of this user, after a sign-in or a new password. The cookie holds a random name
 * and a keyed signature over the name, the user and the password hash: so it is valid for this user only, until
 * the password changes.
 */
export function rememberDevice(
  reply: FastifyReply,
  user: Owner,
  { config, secret }: Services,
  { hasSignedIn = true } = {},
): void {
  const device = (hasSignedIn ? '' : BY_LINK) + randomBytes(16).toString('base64url')
  reply.setCookie(cookieOf(user), `${device}.${sign(device, user, secret)}`, {
    ...cookieOptions(config.appUrl),
    path: '/api/login',
    httpOnly: true,
    sameSite: 'strict',
    maxAge: HALF_A_YEAR_S,
  })
}

/** The name of the device, if the user's cookie is genuine. */
export function knownDevice(
  { cookies }: FastifyRequest,
  user: Owner | undefined,
  { secret }: Pick<Services, 'secret'>,
): string | undefined {
  const [device = '', signature = ''] = (user && cookies[cookieOf(user)])?.split('.') ?? []
  if (!user?.password_hash || !device) return undefined
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(device, user, secret))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined
}

const sign = (device: string, { id, password_hash }: Owner, secret: string) =>
  createHmac('sha256', secret).update(`device ${device} ${id} ${password_hash}`).digest('base64url')
