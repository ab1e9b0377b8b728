import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import {
  HEAD,
  hashLine,
  type Head,
  LEDGER,
  MANIFEST,
  MANIFEST_HASH,
  type Manifest,
  SIGNATURE,
} from '../../backup/copy/copyFormat.ts'
import { hashOf } from '../../base/hashing.ts'
import { openSigner, type Signature } from '../../backup/copy/signing.ts'

export type Parts = {
  head: Head
  /** A head that is set here replaces the hash of the true one. */
  manifest: Omit<Manifest, 'head'> & Partial<Pick<Manifest, 'head'>>
  /** The lines of each table. */
  rows: Record<string, string>
  files: Record<string, Buffer>
  ledger: Buffer | undefined
}

export const stranger = openSigner({ appSecret: 'the secret of somebody else', dataDir: '' })

/** Writes a changed copy beside a copy. All hashes are valid: anyone who knows the format can write it. */
export async function forge(
  path: string,
  change: (parts: Parts) => void,
  sign: (manifest: Buffer) => Signature | undefined = stranger.sign,
): Promise<string> {
  const parts = await partsOf(path)
  change(parts)
  const { head, manifest, rows, files, ledger } = parts
  for (const [table, lines] of Object.entries(rows))
    manifest.tables[table] = { rows: lines.split('\n').length - 1, sha256: sha256Of(lines) }
  const tar = pack()
  const written = pipeline(tar, createWriteStream(`${path}.forged`))
  const headBytes = Buffer.from(JSON.stringify(head))
  tar.entry({ name: HEAD }, headBytes)
  if (ledger) tar.entry({ name: LEDGER }, ledger)
  for (const [table, lines] of Object.entries(rows))
    tar.entry({ name: `rows/${table}.jsonl.zst` }, zstdCompressSync(lines))
  for (const [name, bytes] of Object.entries(files)) tar.entry({ name }, bytes)
  const manifestBytes = Buffer.from(JSON.stringify({ head: hashOf(headBytes), ...manifest }))
  tar.entry({ name: MANIFEST }, manifestBytes)
  tar.entry({ name: MANIFEST_HASH }, hashLine(hashOf(manifestBytes)))
  const signature = sign(manifestBytes)
  if (signature) tar.entry({ name: SIGNATURE }, JSON.stringify(signature))
  tar.finalize()
  await written
  return `${path}.forged`
}

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

async function partsOf(path: string): Promise<Parts> {
  const found: Record<string, Buffer> = {}
  const tar = extract()
  const feeding = pipeline(createReadStream(path), tar)
  for await (const entry of tar) found[entry.header.name] = await buffer(entry)
  await feeding
  const { [HEAD]: head, [LEDGER]: ledger, [MANIFEST]: manifest, ...others } = found
  const named = Object.entries(others)
  const { head: _hash, ...counted } = JSON.parse(String(manifest)) as Manifest
  return {
    head: JSON.parse(String(head)),
    ledger,
    manifest: counted,
    rows: Object.fromEntries(
      named.flatMap(([name, bytes]) => {
        const table = /^rows\/(\w+)\./.exec(name)?.[1]
        return table ? [[table, zstdDecompressSync(bytes).toString()]] : []
      }),
    ),
    files: Object.fromEntries(named.filter(([name]) => name.startsWith('files/'))),
  }
}
