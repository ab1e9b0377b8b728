import type { Readable } from 'node:stream'

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/**
 * Where the bytes of files live. A key is random and made by us, and what is kept under it never changes.
 * Which bytes belong to whom is for the database to say.
 */
export type FileStore = {
  /** The folder of this machine for files that are on their way. */
  incoming: string
  /** Keeps bytes, or a file of this machine, which may be moved away. Only a put that has ended can be read. */
  put(key: string, source: Buffer | string, type: string): Promise<void>
  /** `size` is that of the whole. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }>
  /** Also what is not there, or not whole. */
  remove(key: string): Promise<void>
  close(): void
}
