import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Hashed = { sha256: string; bytes: number }

/** A stream that counts and hashes the bytes that pass through; `result` is valid after the end. */
export function createHashing() {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(undefined, chunk)
    },
  })
  return { through, result: (): Hashed => ({ sha256: hash.digest('hex'), bytes }) }
}

export async function hashAll(source: Readable): Promise<Hashed> {
  const { through, result } = createHashing()
  await pipeline(source, through, nowhere())
  return result()
}

/** Writes a stream to a local file; returns its hash and size. */
export async function spoolTo(path: string, source: Readable): Promise<Hashed> {
  const { through, result } = createHashing()
  await pipeline(source, through, createWriteStream(path, { mode: 0o600 }))
  return result()
}

export const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
