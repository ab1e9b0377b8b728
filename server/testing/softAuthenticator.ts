import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Assertion, Attestation, CreationOptions, RequestOptions } from '#contract/identity/account.ts'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** Encodes the types of CBOR that an attestation needs. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

type Changed = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number }

/** An authenticator in software, with one passkey: it makes real keys and signatures. */
export function softAuthenticator(origin = 'http://localhost:3000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0

  const clientData = (type: string, challenge: string, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))

  function authenticatorData(rpId: string, flags: number, count: number, more = Buffer.alloc(0)): Buffer {
    const counted = Buffer.alloc(5)
    counted.writeUInt8(flags, 0)
    counted.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(rpId), counted, more])
  }

  return {
    id,
    create({ challenge, rp }: Pick<CreationOptions, 'challenge' | 'rp'>, changed: Changed = {}): Attestation {
      const key = new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(jwk.x ?? '', 'base64url')],
        [-3, Buffer.from(jwk.y ?? '', 'base64url')],
      ])
      const length = Buffer.from([0, credentialId.length])
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, cbor(key)])
      const flags = 0x41 | (changed.isVerified === false ? 0 : 0x04)
      const authData = authenticatorData(changed.rpId ?? rp.id, flags, counter, credential)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, changed.origin ?? origin).toString(
            'base64url',
          ),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get({ challenge, rpId }: RequestOptions, changed: Changed = {}): Assertion {
      counter++
      const client = clientData('webauthn.get', challenge, changed.origin ?? origin)
      const flags = 0x01 | (changed.isVerified === false ? 0 : 0x04)
      const data = authenticatorData(changed.rpId ?? rpId, flags, changed.counter ?? counter)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: null,
        },
      }
    },
  }
}
