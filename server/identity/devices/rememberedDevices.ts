import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REMEMBERED_DAYS } from '#contract/identity/account.ts'
import type { Config } from '../../config.ts'
import type { Trx } from '../../database/history.ts'
import { isOutside } from '../../database/instants.ts'
import { cookieOptions, hashOf } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { deviceWords } from './deviceWords.ts'

export const REMEMBERED_MS = REMEMBERED_DAYS * 24 * 60 * 60_000

/** One cookie for each user, because an office may share a device. `__Host-` keeps other hosts from setting it. */
const cookieOf = (user_id: number, { appUrl }: Config) =>
  `${appUrl.startsWith('https:') ? '__Host-' : ''}elimu_remembered_${user_id}`

/** Lets this browser sign its user in without a second step for a while. */
export async function rememberThisDevice(
  trx: Trx,
  user_id: number,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
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
      token_hash: hashOf(token),
      device: deviceWords(request),
      created_at: now.toISOString(),
    })
    .execute()
  reply.setCookie(cookieOf(user_id, config), token, {
    ...cookieOptions(config.appUrl),
    httpOnly: true,
    sameSite: 'strict',
    maxAge: REMEMBERED_MS / 1_000,
  })
}

/** The remembered devices of a user. */
export const devicesOf = (db: Trx, user_id: number, now: Date) =>
  db
    .selectFrom('remembered_devices')
    .select(['id', 'device', 'created_at', 'token_hash'])
    .where('user_id', '=', user_id)
    .where((eb) => eb.not(isOutside('created_at', REMEMBERED_MS, now)))
    .orderBy('id', 'desc')

/** The id of the remembered device that the request comes from, if it is one of this user. */
export async function thisDevice(
  db: Trx,
  user_id: number,
  { cookies }: FastifyRequest,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
): Promise<number | undefined> {
  const token = cookies[cookieOf(user_id, config)]
  if (!token) return undefined
  const found = await devicesOf(db, user_id, clock())
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  return found?.id
}

export async function forgetDevices(trx: Trx, user_id: number): Promise<void> {
  await trx.deleteFrom('remembered_devices').where('user_id', '=', user_id).execute()
}
