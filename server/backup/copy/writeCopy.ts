import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { sql } from 'kysely'
import { pack } from 'tar-stream'
import type { Config } from '../../config.ts'
import {
  lastIdsIn,
  linesOf,
  migrationsIn,
  type Rows,
  type TableSummary,
  shapesIn,
  withSnapshot,
} from '../../database/engines/snapshot.ts'
import { isCopied } from '../../database/tableRules.ts'
import {
  FILES,
  FORMAT,
  type Head,
  HEAD,
  hashLine,
  LEDGER,
  type Manifest,
  MANIFEST,
  MANIFEST_HASH,
  SIGNATURE,
} from './copyFormat.ts'
import { hashOf } from '../../base/hashing.ts'
import type { Signer } from './signing.ts'

/** A snapshot of the records, with their rows in local files. */
export type Records = {
  /** The list of anonymised records. */
  ledger?: Buffer
  migrations: string[]
  tables: (TableSummary & { name: string; path: string })[]
  last_ids: Record<string, number>
  /** The media type of each key that the rows name. */
  types: Map<string, string>
}

export const readRecords = (config: Pick<Config, 'databaseUrl' | 'dataDir'>, spool: string) =>
  withSnapshot(config, (rows) => spoolRecords(rows, spool))

export async function spoolRecords(rows: Rows, spool: string): Promise<Records> {
  const migrations = await migrationsIn(rows)
  const shapes = (await shapesIn(rows)).filter(({ name }) => isCopied(name))
  const tables: Records['tables'] = []
  for (const shape of shapes) {
    const path = join(spool, `${shape.name}.jsonl.zst`)
    let summary: TableSummary | undefined
    async function* lines() {
      summary = yield* linesOf(rows, shape)
    }
    await pipeline(Readable.from(lines()), createZstdCompress(), createWriteStream(path, { mode: 0o600 }))
    if (summary) tables.push({ name: shape.name, path, ...summary })
  }
  return { migrations, tables, last_ids: await lastIdsIn(rows), types: await typesIn(rows) }
}

async function typesIn({ trx }: Rows): Promise<Map<string, string>> {
  type Keys = { type: string; key: string; medium_key: string | null; thumb_key: string | null }
  const { rows } = await sql<Keys>`select type, key, medium_key, thumb_key from files order by id`.execute(
    trx,
  )
  const types = new Map<string, string>()
  for (const { type, key, medium_key, thumb_key } of rows) {
    types.set(key, type)
    for (const small of [medium_key, thumb_key]) if (small && small !== key) types.set(small, 'image/webp')
  }
  return types
}

/** A file for the tar archive, at a local path that exists until the next file is requested. */
export type FilePart = { sha256: string; path: string }

/** Writes a copy to a stream. `files` may add to `hashes` while it is read, because the manifest is written last. */
export function writeCopy(
  about: Pick<Head, 'made_at' | 'charity' | 'files'>,
  records: Records,
  hashes: Manifest['files'],
  { sign }: Signer,
  files: AsyncIterable<FilePart> | FilePart[] = [],
): Readable {
  const tar = pack()
  void writeParts().catch((error: Error) => tar.destroy(error))
  return Readable.from(tar)

  async function writeParts(): Promise<void> {
    const head = json({ format: FORMAT, migrations: records.migrations, ...about } satisfies Head)
    await add(HEAD, head)
    if (records.ledger) await add(LEDGER, records.ledger)
    for (const { name, path } of records.tables) await add(`rows/${name}.jsonl.zst`, path)
    for await (const { sha256, path } of files) await add(`${FILES}${sha256}`, path)
    const manifest = json({
      head: hashOf(head),
      ledger: records.ledger && hashOf(records.ledger),
      tables: Object.fromEntries(records.tables.map(({ name, rows, sha256 }) => [name, { rows, sha256 }])),
      last_ids: records.last_ids,
      files: hashes,
    } satisfies Manifest)
    await add(MANIFEST, manifest)
    await add(MANIFEST_HASH, Buffer.from(hashLine(hashOf(manifest))))
    await add(SIGNATURE, json(sign(manifest)))
    tar.finalize()
  }

  async function add(name: string, content: Buffer | string): Promise<void> {
    const size = typeof content === 'string' ? (await stat(content)).size : content.length
    const source = typeof content === 'string' ? createReadStream(content) : Readable.from([content])
    await pipeline(source, tar.entry({ name, size, mode: 0o600, mtime: new Date(about.made_at) }))
  }
}

const json = (value: object) => Buffer.from(`${JSON.stringify(value, undefined, 1)}\n`)
