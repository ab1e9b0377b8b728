import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { readSecret } from '../../secret.ts'

/** Proves who wrote a manifest: an Ed25519 signature and its public key. */
export const signatureSchema = z.object({ public_key: z.base64url(), signature: z.base64url() })
export type Signature = z.output<typeof signatureSchema>

export type Signer = { fingerprint: string; sign: (manifest: Buffer) => Signature }

/** The PKCS #8 header before the 32 bytes of a private Ed25519 key. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signs with a key that is derived from the secret, so that processes with the same secret use the same key. */
export function openSigner(config: Pick<Config, 'appSecret' | 'dataDir'>): Signer {
  const seed = hkdfSync('sha256', readSecret(config), '', 'Elimu signs its copies', 32)
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(seed)]),
    format: 'der',
    type: 'pkcs8',
  })
  const { x: public_key = '' } = createPublicKey(key).export({ format: 'jwk' })
  return {
    fingerprint: fingerprintOf(public_key),
    sign: (manifest) => ({ public_key, signature: sign(null, manifest, key).toString('base64url') }),
  }
}

/** The fingerprint of the manifest's signer; undefined if the signature is invalid. */
export function signerOf(manifest: Buffer, { public_key, signature }: Signature): string | undefined {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: public_key }, format: 'jwk' })
    const fits = verify(null, manifest, key, Buffer.from(signature, 'base64url'))
    return fits ? fingerprintOf(public_key) : undefined
  } catch {
    // The public key is invalid.
    return undefined
  }
}

/** Half of a SHA-256: long enough that no other key can be found for it, short enough for people to compare. */
const fingerprintOf = (publicKey: string) =>
  inGroups(createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 32))

/** `1f0c-93ab-…` */
export const inGroups = (digits: string) => digits.replaceAll(/(.{4})(?=.)/g, '$1-')
