import { z } from 'zod'
import { keySchema } from '../../files/fileKey.ts'

/**
 * A copy is a tar archive, so that it can also be opened without Elimu, with these parts in this order:
 *
 * - `elimu.json` has the version that made it;
 * - `anonymised.json` lists the anonymised records, which formats 1 and 2 lacked;
 * - `rows/TABLE.jsonl.zst` has the rows of each table;
 * - `files/SHA256` has each file, unless the files are stored beside the copies;
 * - `manifest.json` has the hash of everything;
 * - `manifest.sha256` has the hash of the manifest;
 * - `signature.json` has the signature of the manifest, which format 1 lacked.
 */
export const FORMAT = 3

const sha256 = z.string().regex(/^[\da-f]{64}$/)
const size = z.int().nonnegative()

export const headSchema = z.object({
  format: z.literal([1, 2, FORMAT]),
  made_at: z.string(),
  charity: z.string(),
  /** Every migration that the tables have had. */
  migrations: z.array(z.string()),
  files: z.enum(['inside', 'beside']),
})
export type Head = z.output<typeof headSchema>

export const manifestSchema = z.object({
  /** The hash of `elimu.json`. */
  head: sha256,
  /** The hash of `anonymised.json`. */
  ledger: sha256.optional(),
  /** `sha256` is the hash of the uncompressed lines. */
  tables: z.record(z.string(), z.object({ rows: size, sha256 })),
  /** The last id that each table has used. */
  last_ids: z.record(z.string(), size.max(2_147_483_647)),
  /**
   * The type, hash and size of each key of the store. A missing file was damaged or missing in the store: no copy has
   * its bytes, and its hash is that of the upload.
   */
  files: z.record(
    keySchema,
    z.object({ type: z.string(), sha256, bytes: size, is_missing: z.literal(true).optional() }),
  ),
})
export type Manifest = z.output<typeof manifestSchema>

/** The files whose bytes a copy has. */
export const filesWithBytes = ({ files }: Pick<Manifest, 'files'>) =>
  Object.entries(files).filter(([, { is_missing }]) => !is_missing)

/** The object beside a copy that records that the whole copy was read back. */
export const goodSchema = z.object({
  sha256,
  bytes: size,
  read_back_at: z.string(),
  recipient: z.string().nullable(),
  /** The day in Nairobi of a nightly copy. */
  night: z.string().nullish(),
  /** The names of the files that the copy needs. */
  files: z.array(z.string()),
})
export type Good = z.output<typeof goodSchema>

export const HEAD = 'elimu.json'
export const LEDGER = 'anonymised.json'
export const MANIFEST = 'manifest.json'
export const MANIFEST_HASH = 'manifest.sha256'
export const SIGNATURE = 'signature.json'
export const ROWS = /^rows\/(\w+)\.jsonl\.zst$/
export const FILES = 'files/'
export const FILE = /^files\/([\da-f]{64})$/

/** A line in the format of `sha256sum`. */
export const hashLine = (hash: string) => `${hash}  ${MANIFEST}\n`
