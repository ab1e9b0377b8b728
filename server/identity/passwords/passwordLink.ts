import { LINK_VALID_MINUTES, linkKinds, type LinkKind } from '#contract/identity/auth.ts'
import { isEqual, sign } from '../../base/signing.ts'
import { isWithin } from '../../database/instants.ts'
import type { Services } from '../../Services.ts'

export type LinkClaim = { userId: number; kind: LinkKind; at: Date }

/** What a link is bound to besides its claim: once the address or the password changes, the link is superseded. */
export type LinkBinding = { email: string; password_hash: string | null }

/** A link with a genuine signature. It may still be expired or superseded. */
export type PasswordLink = LinkClaim & { isExpired: boolean; isSuperseded: boolean }

/**
 * The id of a password link. Decoded it reads `userId kind YYYY-MM-DD HH:mm:ss signature`. The signature has
 * two halves: the first proves that we wrote the four parts, which distinguishes a used or old link from a
 * forged one; the second binds them to the user's address and password of that moment.
 */
export function writePasswordLink(claim: LinkClaim, binding: LinkBinding, secret: string): string {
  const parts = `${claim.userId} ${claim.kind} ${formatInstant(claim.at)}`
  return Buffer.from(`${parts} ${seal(parts, secret)}${bind(parts, binding, secret)}`).toString('base64url')
}

/** The URL of a new password link, which is valid for an hour from now. */
export function passwordLinkUrl(
  { userId, kind }: Pick<LinkClaim, 'userId' | 'kind'>,
  binding: LinkBinding,
  { config, secret, clock }: Pick<Services, 'config' | 'secret' | 'clock'>,
): string {
  return `${config.appUrl}/changepsw/${writePasswordLink({ userId, kind, at: clock() }, binding, secret)}`
}

/** Reads a link and finds the user it names; null when it is forged, altered or names no user. */
export async function readPasswordLink<User extends LinkBinding>(
  id: string,
  findUser: (id: number) => Promise<User | undefined>,
  { secret, now }: { secret: string; now: Date },
): Promise<{ link: PasswordLink; user: User } | null> {
  const text = Buffer.from(id, 'base64url').toString()
  // Several base64 texts decode to the same bytes; only the one that we wrote is accepted.
  if (Buffer.from(text).toString('base64url') !== id) return null
  const [, parts = '', userId, kindText, instant = '', signature = ''] =
    /^((\d{1,10}) (\w+) (\S+ \S+)) (\S+)$/.exec(text) ?? []
  const kind = linkKinds.find((known) => known === kindText)
  if (!kind || !isEqual(signature.slice(0, HALF), seal(parts, secret))) return null

  const user = await findUser(Number(userId))
  if (!user) return null
  const at = parseInstant(instant)
  return {
    user,
    link: {
      userId: Number(userId),
      kind,
      at,
      isExpired: !isWithin(at, LINK_VALID_MINUTES * 60_000, wholeSecond(now)),
      isSuperseded: !isEqual(signature.slice(HALF), bind(parts, user, secret)),
    },
  }
}

/** `YYYY-MM-DD HH:mm:ss` in UTC, as links and CurrentDate spell an instant. */
export const formatInstant = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')

const parseInstant = (text: string) => new Date(`${text.replace(' ', 'T')}Z`)

/** Links contain whole seconds. */
const wholeSecond = (instant: Date) => new Date(Math.floor(instant.getTime() / 1_000) * 1_000)

/** Characters of half a signature: 128 bits in base64url. */
const HALF = 22

const seal = (parts: string, secret: string) => sign('link', parts, secret).slice(0, HALF)

const bind = (parts: string, { email, password_hash }: LinkBinding, secret: string) =>
  sign('binding', `${parts} ${email} ${password_hash ?? ''}`, secret).slice(0, HALF)
