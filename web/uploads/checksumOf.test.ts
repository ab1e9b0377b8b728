import { afterEach, expect, test, vi } from 'vitest'
import { checksumOf } from './checksumOf.ts'

afterEach(() => vi.unstubAllGlobals())

test.each(['visible', 'hidden'])(
  'a large file has the checksum of the whole on a %s page',
  async (visibilityState) => {
    vi.stubGlobal('document', { visibilityState })
    const bytes = Uint8Array.from({ length: 3_000_001 }, (_byte, index) => index % 251)
    const shares: number[] = []
    const checksum = await checksumOf(new Blob([bytes]), { onProgress: (share) => shares.push(share) })
    const whole = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    expect(checksum).toBe(Array.from(whole, (byte) => byte.toString(16).padStart(2, '0')).join(''))
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect(shares.every((share) => share >= 0 && share < 1)).toBe(true)
  },
)

test('a checksum stops when it is aborted', async () => {
  await expect(checksumOf(new Blob(['abc']), { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
})
