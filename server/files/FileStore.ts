import type { Readable } from 'node:stream'

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/**
 * Stores the bytes of files. The server makes the keys at random, and the bytes under a key never change. The database
 * says which file a key belongs to.
 */
export type FileStore = Objects & {
  /** The local folder for files that are being uploaded. */
  incoming: string
}

/** A folder or a bucket. */
export type Objects = {
  /** Stores bytes, or a local file, which may be moved away. The bytes can only be read once `put` has ended. */
  put(key: string, source: Buffer | string, type: string): Promise<void>
  /** `size` is that of the whole file, also for a range. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }>
  /** Also works if the key does not exist, or if its `put` has not ended. */
  remove(key: string): Promise<void>
  /** Every key that begins with `start`, with its size. */
  list(start?: string): AsyncIterable<{ key: string; size: number }>
  close(): void
}

const KEY = 'elimu-can-write-here'

/** Throws if nothing can be written to a folder or bucket. */
export async function tryWriting(objects: Objects): Promise<void> {
  await objects.put(KEY, Buffer.from('Elimu wrote this to see whether it can.\n'), 'text/plain')
  await objects.remove(KEY)
}

/** Whether an error means that a folder or bucket has no such key. */
export function isNoFile(error: unknown): boolean {
  const { name, code } = ((error as Error).cause ?? error) as Failure
  return name === 'NoSuchKey' || code === 'ENOENT'
}

type Failure = { name?: string; code?: string; $metadata?: { httpStatusCode?: number } }

/** What an S3 store answered, or how the connection to it failed: `HTTP 403, AccessDenied`. */
export function storeAnswer(error: unknown): string {
  // A store that does not answer is reported with the failure as the cause.
  const { name, code, $metadata } = ((error as Error).cause ?? error) as Failure
  const status = $metadata?.httpStatusCode
  return [status && `HTTP ${status}`, code ?? (name === 'Error' ? '' : name)].filter(Boolean).join(', ')
}
