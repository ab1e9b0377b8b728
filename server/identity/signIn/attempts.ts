import { isIPv6 } from 'node:net'
import { authMessages } from '#contract/identity/auth.ts'
import type { Db } from '../../database/connect.ts'
import { isDue, isOutside } from '../../database/instants.ts'
import type { Trx } from '../../database/history.ts'
import { ApiError } from '../../base/ApiError.ts'
import type { RunChange } from '../../http/serveCalls.ts'

export type Limit = { key: string; most: number; windowMinutes: number }

/** High enough for typing mistakes, far too low for guessing. A whole office may share one network address. */
export const signInLimits = (email: string, ip: string): Limit[] => [
  { key: `sign-in account ${email}`, most: 10, windowMinutes: 15 },
  { key: `sign-in address ${network(ip)}`, most: 100, windowMinutes: 15 },
]

/** A device on which the user has signed in before has its own count, which a stranger cannot use up. */
export const deviceLimits = (device: string): Limit[] => [
  { key: `sign-in device ${device}`, most: 10, windowMinutes: 15 },
]

/**
 * A second step, of a known device or of an account. Its count is separate: a correct password does not reset it, and
 * guesses at one account's codes do not lock out its whole network.
 */
export const secondStepLimits = (device: string | undefined, user_id: number): Limit[] => [
  { key: `second step ${device ?? `account ${user_id}`}`, most: 10, windowMinutes: 15 },
]

/** A passkey that signs in by itself, named by a hash. */
export const passkeyLimits = (passkey: string, ip: string): Limit[] => [
  { key: `passkey ${passkey}`, most: 10, windowMinutes: 15 },
  { key: `sign-in address ${network(ip)}`, most: 100, windowMinutes: 15 },
]

/** Attempts that only a signed-in user can make. Their counts are separate, because a success deletes its own. */
export const ownLimits = (what: 'confirm' | 'password' | 'new step', user_id: number): Limit[] => [
  { key: `${what} ${user_id}`, most: 10, windowMinutes: 15 },
]

export const forgotLimits = (ip: string): Limit[] => [
  { key: `forgot address ${network(ip)}`, most: 50, windowMinutes: 60 },
]

const DAY_MINUTES = 24 * 60

const linkLimit = (email: string): Limit => ({ key: `link ${email}`, most: 1, windowMinutes: 1 })

/** The newest attempt of each account or device that is being counted. */
const counting = new Map<string, Promise<void>>()

/**
 * Counts an attempt against every limit before it is carried out, so that parallel attempts are limited like sequential
 * ones. Refuses it when a limit is used up. Attempts of one account are counted one after another, and those that waited
 * for a refused one are refused like it: a thousand at once would occupy all connections to the database.
 */
export async function countAttempt(change: RunChange, limits: Limit[]): Promise<void> {
  const key = limits[0]?.key ?? ''
  const earlier = counting.get(key)
  const mine = (async () => {
    await earlier
    await countNow(change, limits)
  })()
  counting.set(key, mine)
  try {
    await mine
  } finally {
    if (counting.get(key) === mine) counting.delete(key)
  }
}

/**
 * The counts are in the database, because all processes share them. Nothing is written once a limit is used up: each
 * refused attempt could name another account, and would add a row.
 */
async function countNow(change: RunChange, limits: Limit[]): Promise<void> {
  const wait = await change(async ({ trx, at }) => {
    const now = new Date(at)
    const ends = await blockedUntil(trx, limits, now)
    if (ends.length === 0)
      for (const limit of limits) {
        const made = await count(trx, limit, now)
        if (made.count > limit.most) ends.push(made.expires_at)
      }
    return Math.max(0, ...ends.map((end) => secondsUntil(end, now)))
  })
  if (wait > 0) throw new ApiError(429, authMessages.tooManyAttempts, { retryAfter: wait })
}

/** The ends of the limits that are used up now. */
async function blockedUntil(trx: Trx, limits: Limit[], now: Date): Promise<string[]> {
  const ends: string[] = []
  for (const { key, most, windowMinutes } of limits) {
    const made = await trx
      .selectFrom('attempts')
      .select('expires_at')
      .where('key', '=', key)
      .where('count', '>=', most)
      .where((eb) => eb.not(isDue('expires_at', windowMinutes * 60_000, now)))
      .executeTakeFirst()
    if (made) ends.push(made.expires_at)
  }
  return ends
}

/**
 * Counts a letter with a password link: an address gets one per minute. Returns the seconds left to wait, or 0.
 */
export async function countLink(trx: Trx, email: string, now: Date): Promise<number> {
  const limit = linkLimit(email)
  const made = await count(trx, limit, now)
  return made.count > limit.most ? secondsUntil(made.expires_at, now) : 0
}

/** Counts a wrong second step after the right password. Returns how many there were within a day of the first. */
export async function countWrongStep(trx: Trx, user_id: number, now: Date): Promise<number> {
  const limit = { key: `wrong second steps ${user_id}`, most: Infinity, windowMinutes: DAY_MINUTES }
  return (await count(trx, limit, now)).count
}

const secondsUntil = (instant: string, now: Date) => Math.ceil((Date.parse(instant) - now.getTime()) / 1000)

async function count(trx: Trx, { key, windowMinutes }: Limit, now: Date) {
  const windowMs = windowMinutes * 60_000
  const expires_at = new Date(now.getTime() + windowMs).toISOString()
  return trx
    .insertInto('attempts')
    .values({ key, count: 1, expires_at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const isOver = isDue('attempts.expires_at', windowMs, now)
        return {
          count: eb
            .case()
            .when(isOver)
            .then(1)
            .else(eb('attempts.count', '+', 1))
            .end(),
          expires_at: eb.case().when(isOver).then(expires_at).else(eb.ref('attempts.expires_at')).end(),
        }
      }),
    )
    .returning(['count', 'expires_at'])
    .executeTakeFirstOrThrow()
}

/** After a success: deletes the count of the account or device, and takes one attempt off the count of the network. */
export async function resetAttempts(trx: Trx, [account, ...others]: Limit[]): Promise<void> {
  if (account) await trx.deleteFrom('attempts').where('key', '=', account.key).execute()
  for (const { key } of others)
    await trx
      .updateTable('attempts')
      .set((eb) => ({ count: eb('count', '-', 1) }))
      .where('key', '=', key)
      .where('count', '>', 0)
      .execute()
}

/** After a new password: deletes the account's counts, so that earlier guesses or letters do not keep the user out. */
export async function resetAccountAttempts(trx: Trx, email: string): Promise<void> {
  await resetAttempts(trx, signInLimits(email, '').slice(0, 1))
  await resetAttempts(trx, [linkLimit(email)])
}

/** Deletes counts that ended more than a day ago. Recent ones are not deleted, because other requests may be counting on them now. */
export async function sweepAttempts(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('attempts')
    .where(isOutside('expires_at', DAY_MINUTES * 60_000, now))
    .execute()
}

/** The network of an address: a customer with IPv6 has a whole /64, so all of its addresses count as one. */
export function network(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length
  const groups = [...front, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`.toLowerCase()
}
