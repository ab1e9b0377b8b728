import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { z } from 'zod'
import type { TableSummary } from '../../database/engines/snapshot.ts'
import { isCopied } from '../../database/tableRules.ts'
import { keySchema } from '../../files/fileKey.ts'
import { BackupError } from './BackupError.ts'
import {
  FILE,
  filesWithBytes,
  type Head,
  HEAD,
  hashLine,
  headSchema,
  LEDGER,
  type Manifest,
  manifestSchema,
  MANIFEST,
  MANIFEST_HASH,
  ROWS,
  SIGNATURE,
} from './copyFormat.ts'
import { createHashing, createSink, hashOf } from '../../base/hashing.ts'
import { signatureSchema, signerOf } from './signing.ts'

export const damaged = {
  noCopy: 'This is not a copy of Elimu',
  newer: 'This copy was made by a newer Elimu: restore it with that version',
  cut: 'This copy is incomplete: its end is missing',
  unreadable: 'This copy is damaged or incomplete',
  rows: (table: string) => `This copy is damaged: the rows of ${table} have another hash`,
  twice: 'This copy is damaged: it contains a part twice',
  table: (table: string) => `This copy has a table that copies never contain: ${table}`,
  line: (table: string) => `This copy is damaged: a row of ${table} is too long`,
  key: 'This copy is damaged: one of its rows names a file that is missing',
  file: (sha256: string) => `This copy is damaged: the file ${sha256} has another hash`,
  refused: ({ message }: Error) =>
    `This copy is damaged: the database refuses what it contains (${message.slice(0, 200)})`,
  noFile: (sha256: string) => `This copy is incomplete: the file ${sha256} is missing`,
  ledger: 'This copy is damaged: its list of anonymised records has another hash',
  manifest: 'This copy is damaged: its manifest has another hash',
  signature: 'This copy is damaged: its signature does not match its manifest',
} as const

/** Far above the size of any row or manifest, so that a forged copy cannot fill the memory. */
const LINE_MAX = 16 * 1024 * 1024
const PART_MAX = 256 * 1024 * 1024

const LINE_END = 10
/** The keys in a row of `files`; older rows have no `medium_key`. */
const keysSchema = z.object({
  key: keySchema,
  medium_key: keySchema.nullable().default(null),
  thumb_key: keySchema.nullable(),
})

/** Handlers for the parts; each must read its stream to the end. A chunk of `lines` contains whole lines. */
export type Takers = {
  head?: (head: Head) => void | Promise<void>
  rows?: (table: string, lines: AsyncIterable<Buffer>) => Promise<void>
  file?: (sha256: string, content: Readable) => Promise<void>
}

/**
 * The contents of a copy. `signer` is the fingerprint of its signer, and `ledger` the list of anonymised records; copies
 * of older versions have none.
 */
export type Contents = { head: Head; manifest: Manifest; signer: string | undefined; ledger?: Buffer }

/** Reads a copy to its end, and compares every hash with the manifest. Does not read files beside the copy. */
export async function readCopy(source: Readable, takers: Takers = {}): Promise<Contents> {
  const parts = extract()
  // Errors of the source are thrown where the parts are read.
  const feeding = pipeline(source, parts).catch((error: Error) => parts.destroy(error))

  let head: Head | undefined
  let headHash = ''
  let manifestBytes: Buffer = Buffer.alloc(0)
  let manifestHash = ''
  let signature: Buffer | undefined
  let ledger: Buffer | undefined
  const tables: Record<string, TableSummary> = {}
  const files = new Map<string, number>()
  const keys = new Set<string>()
  const names = new Set<string>()
  try {
    for await (const entry of parts) {
      const { name } = entry.header
      // Otherwise only the last of the two would be compared with the manifest.
      if (names.has(name)) throw new BackupError(damaged.twice)
      names.add(name)
      const part = Readable.from(entry)
      if (!head && name !== HEAD) throw new BackupError(damaged.noCopy)
      const table = ROWS.exec(name)?.[1]
      const sha256 = FILE.exec(name)?.[1]
      if (name === HEAD) {
        const bytes = await wholeOf(part)
        headHash = hashOf(bytes)
        head = readHead(bytes)
        await takers.head?.(head)
      } else if (name === LEDGER) ledger = await wholeOf(part)
      else if (table) tables[table] = await readRows(table, part, keys, takers.rows)
      else if (sha256) files.set(sha256, await readFile(sha256, part, takers.file))
      else if (name === MANIFEST) manifestBytes = await wholeOf(part)
      else if (name === MANIFEST_HASH) manifestHash = (await wholeOf(part)).toString()
      else if (name === SIGNATURE) signature = await wholeOf(part)
      else throw new BackupError(damaged.noCopy)
    }
    await feeding
  } catch (error) {
    throw readingError(head ? error : notBegun(error))
  }
  if (!head) throw new BackupError(damaged.noCopy)
  if (!manifestHash || (!signature && head.format > 1)) throw new BackupError(damaged.cut)
  if (manifestHash !== hashLine(hashOf(manifestBytes))) throw new BackupError(damaged.manifest)
  const manifest = parse(manifestSchema, manifestBytes)
  if (!manifest || manifest.head !== headHash) throw new BackupError(damaged.manifest)
  if (manifest.ledger !== (ledger && hashOf(ledger))) throw new BackupError(damaged.ledger)
  if ([...keys].some((key) => !manifest.files[key])) throw new BackupError(damaged.key)
  compare(manifest, tables, head.files === 'inside' ? files : undefined)
  const signer = signature && readSigner(manifestBytes, signature)
  return { head, manifest, signer, ...(ledger && { ledger }) }
}

function readSigner(manifest: Buffer, bytes: Buffer): string {
  const signature = parse(signatureSchema, bytes)
  const signer = signature && signerOf(manifest, signature)
  if (!signer) throw new BackupError(damaged.signature)
  return signer
}

function readHead(bytes: Buffer): Head {
  const head = parse(headSchema, bytes)
  if (head) return head
  const { format } = (parse(headSchema.pick({ made_at: true }).loose(), bytes) ?? {}) as { format?: unknown }
  throw new BackupError(typeof format === 'number' ? damaged.newer : damaged.noCopy)
}

/** Also adds the keys in rows of `files` to `keys`. */
async function readRows(
  table: string,
  part: Readable,
  keys: Set<string>,
  take: Takers['rows'] = discardLines,
): Promise<TableSummary> {
  if (!isCopied(table)) throw new BackupError(damaged.table(table))
  const hash = createHash('sha256')
  let rows = 0
  async function* checkedLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const lines of wholeLines(source, table)) {
      hash.update(lines)
      for (let at = lines.indexOf(LINE_END); at >= 0; at = lines.indexOf(LINE_END, at + 1)) rows += 1
      if (table === 'files') for (const key of keysIn(lines)) keys.add(key)
      yield lines
    }
  }
  await pipeline(part, createZstdDecompress(), checkedLines, (lines: AsyncIterable<Buffer>) =>
    take(table, lines),
  )
  return { rows, sha256: hash.digest('hex') }
}

const discardLines: NonNullable<Takers['rows']> = (_table, lines) => pipeline(lines, createSink())

async function* wholeLines(source: AsyncIterable<Buffer>, table: string): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    const end = chunk.lastIndexOf(LINE_END) + 1
    if (end > 0) {
      yield Buffer.concat([...begun, chunk.subarray(0, end)])
      begun = []
      length = 0
    }
    begun.push(chunk.subarray(end))
    length += chunk.length - end
    if (length > LINE_MAX) throw new BackupError(damaged.line(table))
  }
  if (length > 0) throw new BackupError(damaged.rows(table))
}

function keysIn(lines: Buffer): string[] {
  const rows = parse(z.array(keysSchema), Buffer.from(`[${lines.toString().trim().replaceAll('\n', ',')}]`))
  if (!rows) throw new BackupError(damaged.key)
  return rows.flatMap((row) => Object.values(row)).filter((key) => key !== null)
}

async function readFile(sha256: string, part: Readable, take: Takers['file']): Promise<number> {
  const { through, result } = createHashing()
  const content = Readable.from(through(part), { objectMode: false })
  await Promise.all([finished(content), take ? take(sha256, content) : content.resume()])
  const read = result()
  if (read.sha256 !== sha256) throw new BackupError(damaged.file(sha256))
  return read.bytes
}

function compare(
  manifest: Manifest,
  tables: Record<string, TableSummary>,
  files: Map<string, number> | undefined,
): void {
  for (const table of new Set([...Object.keys(manifest.tables), ...Object.keys(tables)])) {
    const [said, read] = [manifest.tables[table], tables[table]]
    if (!said || said.rows !== read?.rows || said.sha256 !== read.sha256)
      throw new BackupError(damaged.rows(table))
  }
  if (!files) return
  for (const [, { sha256, bytes }] of filesWithBytes(manifest)) {
    if (!files.has(sha256)) throw new BackupError(damaged.noFile(sha256))
    if (files.get(sha256) !== bytes) throw new BackupError(damaged.file(sha256))
  }
}

/** If the beginning is not that of a tar archive, the file is not a copy. */
const notBegun = (error: unknown) =>
  /^(Invalid tar header|Unexpected end of data)/.test((error as Error).message)
    ? new BackupError(damaged.noCopy, { cause: error })
    : error

/** The messages of tar, zstd and age for invalid bytes. */
const UNREADABLE =
  /^(Invalid tar header|invalid |final chunk is empty|ciphertext |stream ended before|can.t decrypt)/i

/** Reports an unreadable part as a damaged copy; returns other errors unchanged. */
export function readingError(error: unknown): unknown {
  const { message, code = '' } = error as { message: string; code?: string }
  if (error instanceof BackupError) return error
  if (/Unexpected end of data/.test(message)) return new BackupError(damaged.cut, { cause: error })
  if (UNREADABLE.test(message) || /^(Z_|ZSTD_)/.test(code))
    return new BackupError(damaged.unreadable, { cause: error })
  return error
}

async function wholeOf(part: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of part) {
    chunks.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes > PART_MAX) throw new BackupError(damaged.unreadable)
  }
  return Buffer.concat(chunks)
}

function parse<Schema extends z.ZodType>(schema: Schema, bytes: Buffer): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(bytes.toString())).data
  } catch {
    return undefined
  }
}
