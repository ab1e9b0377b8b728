import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY_MS } from '#contract/base/days.ts'
import { REMEMBERED_DAYS } from '#contract/identity/account.ts'
import { isEqual, sign } from '../../base/signing.ts'
import type { Config } from '../../config.ts'
import type { Trx } from '../../database/history.ts'
import { isOutside } from '../../database/instants.ts'
import { cookieOptions, hashToken } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { deviceWords } from './deviceWords.ts'

// A known device has attempts of its own, which a stranger cannot use up. A remembered one needs no second step for a
// while. Each has one cookie for each user, because an office may share a device.

type Exchange = { request: FastifyRequest; reply: FastifyReply }
type Owner = { id: number; password_hash: string | null }

const KNOWN_S = 180 * 24 * 60 * 60
export const REMEMBERED_MS = REMEMBERED_DAYS * DAY_MS

const knownCookie = (user_id: number) => `elimu_device_${user_id}`

/** `__Host-` keeps other hosts from setting it. */
const rememberedCookie = (user_id: number, { appUrl }: Config) =>
  `${appUrl.startsWith('https:') ? '__Host-' : ''}elimu_remembered_${user_id}`

const protectedCookie = ({ appUrl }: Config) =>
  ({ ...cookieOptions(appUrl), httpOnly: true, sameSite: 'strict' }) as const

const BY_LINK = 'link:'

/** Whether a known device has only set a password by a link, which alone proves no second step. */
export const isKnownByLink = (device: string | undefined) => device?.startsWith(BY_LINK) === true

/**
 * Marks the browser as a known device of this user, after a sign-in or a new password. The cookie contains a random name
 * and a keyed signature over the name, the user and the password hash: so it is valid for this user only, until
 * the password changes.
 */
export function markKnownDevice(
  reply: FastifyReply,
  user: Owner,
  { config, secret }: Pick<Services, 'config' | 'secret'>,
  { hasSignedIn = true } = {},
): void {
  const device = (hasSignedIn ? '' : BY_LINK) + randomBytes(16).toString('base64url')
  reply.setCookie(knownCookie(user.id), `${device}.${signatureOf(device, user, secret)}`, {
    ...protectedCookie(config),
    path: '/api/login',
    maxAge: KNOWN_S,
  })
}

/** The name of the known device that the request comes from, if the user's cookie is genuine. */
export function findKnownDevice(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  user: Owner | undefined,
  { secret }: Pick<Services, 'secret'>,
): string | undefined {
  const [device = '', signature = ''] = (user && cookies[knownCookie(user.id)])?.split('.') ?? []
  if (!user?.password_hash || !device) return undefined
  return isEqual(signature, signatureOf(device, user, secret)) ? device : undefined
}

const signatureOf = (device: string, { id, password_hash }: Owner, secret: string) =>
  sign('device', `${device} ${id} ${password_hash}`, secret)

/** Lets this browser sign its user in without a second step for a while. */
export async function addRememberedDevice(
  trx: Trx,
  user_id: number,
  { request, reply }: Exchange,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const now = clock()
  await trx
    .deleteFrom('remembered_devices')
    .where(isOutside('created_at', REMEMBERED_MS, now))
    .execute()
  await trx
    .insertInto('remembered_devices')
    .values({
      user_id,
      token_hash: hashToken(token),
      device: deviceWords(request),
      created_at: now.toISOString(),
    })
    .execute()
  reply.setCookie(rememberedCookie(user_id, config), token, {
    ...protectedCookie(config),
    maxAge: REMEMBERED_MS / 1_000,
  })
}

/** The remembered devices of a user. */
export const rememberedDevicesOf = (db: Trx, user_id: number, now: Date) =>
  db
    .selectFrom('remembered_devices')
    .select(['id', 'device', 'created_at', 'token_hash'])
    .where('user_id', '=', user_id)
    .where((eb) => eb.not(isOutside('created_at', REMEMBERED_MS, now)))
    .orderBy('id', 'desc')

/** The id of the remembered device that the request comes from, if it is one of this user. */
export async function findRememberedDevice(
  db: Trx,
  user_id: number,
  { cookies }: FastifyRequest,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
): Promise<number | undefined> {
  const token = cookies[rememberedCookie(user_id, config)]
  if (!token) return undefined
  const found = await rememberedDevicesOf(db, user_id, clock())
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return found?.id
}

export async function forgetDevices(trx: Trx, user_id: number): Promise<void> {
  await trx.deleteFrom('remembered_devices').where('user_id', '=', user_id).execute()
}
