import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { accountMessages } from '#contract/identity/account.ts'
import type { Claim } from '../proveIdentity.ts'
import { claimOnce } from './claimOnce.ts'

const PERIOD_S = 30
/** Codes of the step before and after are accepted too. */
const DRIFT = 1
/** In steps: a code from this far off, which is a minute, is accepted with a notice about the phone's clock. */
const NOTICE = 2
/** In steps: a code from this far off is refused with a hint about the phone's clock. */
const HINT = 20

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'elimu authenticator apps', 32))

/** Encrypts the secret of an app. It can be read with the same APP_SECRET, and for the same user, only. */
function encrypt(bytes: Uint8Array, user_id: number, appSecret: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(appSecret), nonce)
  cipher.setAAD(Buffer.from(`user ${user_id}`))
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/** Returns undefined if the secret is damaged, or was encrypted with another APP_SECRET. */
function decrypt(text: string, user_id: number, appSecret: string): Secret | undefined {
  const bytes = Buffer.from(text, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(appSecret), bytes.subarray(0, 12), {
      authTagLength: 16,
    })
    decipher.setAAD(Buffer.from(`user ${user_id}`))
    decipher.setAuthTag(bytes.subarray(-16))
    const plain = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
    return new Secret({ buffer: new Uint8Array(plain).buffer })
  } catch {
    return undefined
  }
}

/** Makes the secret of a new app: as the app needs it, and as it is stored. */
export function newApp(user: { id: number; email: string }, charity: string, appSecret: string) {
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ issuer: charity, label: user.email, secret, digits: 6, period: PERIOD_S })
  return {
    secret: secret.base32,
    uri: totp.toString(),
    stored: encrypt(secret.bytes, user.id, appSecret),
  }
}

type App = { id: number; user_id: number; secret: string | null }

export const isReadable = ({ secret, user_id }: App, appSecret: string): boolean =>
  decrypt(secret ?? '', user_id, appSecret) !== undefined

/**
 * Checks a code against an app. Returns undefined if it is wrong, or its claim. A code that is
 * minutes off is claimed too, because the hint says that it is genuine.
 */
export function checkAppCode(app: App, code: string, appSecret: string, now: Date): Claim | undefined {
  const secret = decrypt(app.secret ?? '', app.user_id, appSecret)
  const delta =
    secret && /^\d{6}$/.test(code)
      ? TOTP.validate({ token: code, secret, period: PERIOD_S, timestamp: now.getTime(), window: HINT })
      : null
  if (delta === null) return undefined

  const step = TOTP.counter({ period: PERIOD_S, timestamp: now.getTime() }) + delta
  const off = Math.abs(delta)
  const direction = delta < 0 ? 'behind' : 'ahead'
  const wrong = (refusal: string) => ({ field: 'code' as const, refusal })
  return async (trx) => {
    const isFirst = await claimOnce(trx, `app ${app.id} ${step}`, now)
    if (off > NOTICE) return wrong(accountMessages.clockIsOff(Math.round((off * PERIOD_S) / 60), direction))
    if (!isFirst) return wrong(accountMessages.usedCode)
    return { kind: 'totp', ...(off > DRIFT && { notice: accountMessages.clockIsMinuteOff(direction) }) }
  }
}
