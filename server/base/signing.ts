import { createHmac, timingSafeEqual } from 'node:crypto'

/** The purpose of a signature. Each signed text begins with it, so that no signature is valid for another purpose. */
type Signed = 'link' | 'binding' | 'device' | 'forgery' | 'passkey'

/** A keyed signature (HMAC-SHA256) in base64url. Its bytes must not change: links and cookies that exist contain them. */
export const sign = (purpose: Signed, content: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(`${purpose} `).update(content).digest('base64url')

/** Compares in constant time, so that the time does not reveal how much is equal. */
export function isEqual(given: string | Buffer, expected: string | Buffer): boolean {
  const [a, b] = [bytesOf(given), bytesOf(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const bytesOf = (text: string | Buffer) => (typeof text === 'string' ? Buffer.from(text) : text)
