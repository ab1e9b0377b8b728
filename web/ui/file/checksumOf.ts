/** So long the page may stand still at a time, and so much is looked at before the clock: an old telephone is slow. */
const SLICE_MS = 12
const SLICE = 256 * 1024

type Watch = { signal?: AbortSignal; onProgress?: (share: number) => void }

/**
 * The SHA-256 of a whole file, piece by piece: a film does not fit into a telephone's memory, which the browser's own
 * digest would need, and plain http has no digest at all.
 */
export async function checksumOf(file: Blob, { signal, onProgress }: Watch = {}): Promise<string> {
  const [{ sha256 }, { bytesToHex }] = await Promise.all([
    import('@noble/hashes/sha2.js'),
    import('@noble/hashes/utils.js'),
  ])
  const hash = sha256.create()
  const reader = file.stream().getReader()
  let read = 0
  let rested = performance.now()
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { done, value } = await reader.read()
      if (done) return bytesToHex(hash.digest())
      for (let from = 0; from < value.length; from += SLICE) {
        hash.update(value.subarray(from, from + SLICE))
        if (performance.now() - rested < SLICE_MS) continue
        onProgress?.((read + from) / file.size)
        await rest()
        rested = performance.now()
      }
      read += value.length
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** Hidden pages have nothing to draw, and their timers are slow. */
const rest = () =>
  document.visibilityState === 'hidden' ? undefined : new Promise((resolve) => setTimeout(resolve))
