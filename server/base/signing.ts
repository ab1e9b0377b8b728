import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a signature is about. It begins each signed text, so that no signature is valid for anything else. */
type Signed = 'link' | 'binding' | 'device' | 'forgery' | 'passkey'

/** A keyed signature (HMAC-SHA256) in base64url. Its bytes must not change: links and cookies that exist contain them. */
export const sign = (about: Signed, content: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(`${about} `).update(content).digest('base64url')

/** Compares in a time that does not depend on how much is equal. */
export function isEqual(given: string | Buffer, expected: string | Buffer): boolean {
  const [a, b] = [bytesOf(given), bytesOf(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const bytesOf = (text: string | Buffer) => (typeof text === 'string' ? Buffer.from(text) : text)
