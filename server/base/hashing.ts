import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Hashed = { sha256: string; bytes: number }

/** Counts and hashes the bytes that pass through; `result` is valid once the stream has ended. */
export function createHashing() {
  const hash = createHash('sha256')
  let bytes = 0
  async function* through(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  return { through, result: (): Hashed => ({ sha256: hash.digest('hex'), bytes }) }
}

export async function hashAll(source: Readable): Promise<Hashed> {
  const { through, result } = createHashing()
  await pipeline(source, through, createSink())
  return result()
}

/** Writes a stream to a local file; returns its hash and size. */
export async function spoolTo(path: string, source: Readable): Promise<Hashed> {
  const { through, result } = createHashing()
  await pipeline(source, through, createWriteStream(path, { mode: 0o600 }))
  return result()
}

/** Discards the bytes that are written to it. */
export const createSink = () => new Writable({ write: (_chunk, _encoding, done) => done() })

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
