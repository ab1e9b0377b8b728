/** The longest time that the event loop is blocked; the clock is read after each slice. */
const BLOCKED_MS = 12
const SLICE_BYTES = 256 * 1024

type Watch = { signal?: AbortSignal; onProgress?: (share: number) => void }

/**
 * The SHA-256 of a whole file, computed in slices. The browser's own digest needs the whole file in memory, where a film
 * does not fit on a phone, and it is missing on plain http.
 */
export async function checksumOf(file: Blob, { signal, onProgress }: Watch = {}): Promise<string> {
  const [{ sha256 }, { bytesToHex }] = await Promise.all([
    import('@noble/hashes/sha2.js'),
    import('@noble/hashes/utils.js'),
  ])
  const hash = sha256.create()
  const reader = file.stream().getReader()
  let read = 0
  let lastDrawn = performance.now()
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { done, value } = await reader.read()
      if (done) return bytesToHex(hash.digest())
      for (let from = 0; from < value.length; from += SLICE_BYTES) {
        hash.update(value.subarray(from, from + SLICE_BYTES))
        if (performance.now() - lastDrawn < BLOCKED_MS) continue
        onProgress?.((read + from) / file.size)
        await yieldToRendering()
        lastDrawn = performance.now()
      }
      read += value.length
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** Yields so that the page can render. A hidden page does not render, and its timers are slow. */
const yieldToRendering = () =>
  document.visibilityState === 'hidden' ? undefined : new Promise((resolve) => setTimeout(resolve))
