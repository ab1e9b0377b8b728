import type { ByteRange } from './FileStore.ts'

/**
 * The part of a file that a Range header asks for. Undefined if the whole file is to be sent, as for several ranges or
 * an unreadable header; null if the file has no such part.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | undefined | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (!first && !last) return undefined
  if (!first) {
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : null
  }
  const start = Number(first)
  const end = last ? Math.min(Number(last), size - 1) : size - 1
  if (last && Number(last) < start) return undefined
  return start < size ? { start, end } : null
}
