/** The hash of a file in hexadecimal. Browsers bring one on https only; an office's own network may be plain http. */
export async function sha256Of(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  const digest = isSecureContext
    ? await crypto.subtle.digest('SHA-256', bytes)
    : (await import('@noble/hashes/sha2.js')).sha256(new Uint8Array(bytes))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
