import { z } from 'zod'
import type { Tables } from '../../database/tables.ts'
import { keySchema } from '../../files/fileKey.ts'

/**
 * A copy is a tar of these parts, in this order, so that it can also be opened without Elimu:
 *
 * - `elimu.json` says which version made it;
 * - `rows/TABLE.jsonl.zst` has the rows of each table;
 * - `files/SHA256` has each file, where the files are not kept beside the copies;
 * - `manifest.json` has the hash of everything;
 * - `manifest.sha256` has the hash of the manifest;
 * - `signature.json` has the signature of the manifest, which format 1 lacked.
 */
export const FORMAT = 2

const sha256 = z.string().regex(/^[\da-f]{64}$/)
const size = z.int().nonnegative()

export const headSchema = z.object({
  format: z.literal([1, FORMAT]),
  made_at: z.string(),
  charity: z.string(),
  /** Every migration that the tables have gone through. */
  migrations: z.array(z.string()),
  files: z.enum(['inside', 'beside']),
})
export type Head = z.output<typeof headSchema>

export const manifestSchema = z.object({
  /** The hash of `elimu.json`. */
  head: sha256,
  /** The hash is that of the lines before they are compressed. */
  tables: z.record(z.string(), z.object({ rows: size, sha256 })),
  /** The last id that was given in each table. */
  last_ids: z.record(z.string(), size),
  /** What each key of the store holds. */
  files: z.record(keySchema, z.object({ type: z.string(), sha256, bytes: size })),
})
export type Manifest = z.output<typeof manifestSchema>

/** What says, beside a copy, that everything in it was read back. */
export const goodSchema = z.object({
  sha256,
  bytes: size,
  read_back_at: z.string(),
  recipient: z.string().nullable(),
  /** The names of the files that it needs. */
  files: z.array(z.string()),
})
export type Good = z.output<typeof goodSchema>

export const HEAD = 'elimu.json'
export const MANIFEST = 'manifest.json'
export const MANIFEST_HASH = 'manifest.sha256'
export const SIGNATURE = 'signature.json'
export const ROWS = /^rows\/(\w+)\.jsonl\.zst$/
export const FILES = 'files/'
export const FILE = /^files\/([\da-f]{64})$/

/** As the program `sha256sum` writes and checks it. */
export const hashLine = (hash: string) => `${hash}  ${MANIFEST}\n`

/**
 * Whether the rows of a table are in a copy. People sign in anew after a restore, and limits, unfinished uploads and
 * repeats of calls mean nothing to another server; backups are about the place where they lie.
 */
export const isCopied: Record<keyof Tables, boolean> = {
  roles: true,
  users: true,
  sessions: false,
  attempts: false,
  letters: true,
  letter_files: true,
  clusters: true,
  schools: true,
  years: true,
  terms: true,
  classes: true,
  subjects: true,
  students: true,
  counters: true,
  files: true,
  reports: true,
  marks: true,
  receipts: true,
  items: true,
  documents: true,
  media: true,
  notices: true,
  notice_items: true,
  drafts: true,
  unowned_bytes: false,
  creations: false,
  backups: false,
  stored_hashes: false,
  imports: true,
  import_rows: true,
  import_meanings: true,
  duplicate_answers: true,
  history: true,
}
