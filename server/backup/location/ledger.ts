import { createHash } from 'node:crypto'
import { z } from 'zod'
import { dayOf } from '#contract/base/days.ts'
import { isNoFile, type Objects } from '../../files/FileStore.ts'
import { BackupError } from '../copy/BackupError.ts'
import { LEDGER } from '../copy/copyFormat.ts'
import { type Signature, type Signer, signatureSchema, signerOf } from '../copy/signing.ts'
import { readJson } from './prune.ts'

const entrySchema = z.object({
  student_id: z.int(),
  seal: z.string(),
  new_ref: z.string(),
  drop_gender: z.int(),
  due_on: z.string(),
  /** Null for a record that a restore anonymised again, if the copy lacked the user. */
  started_by: z.int().nullable(),
  started_at: z.string(),
  done_at: z.string(),
})
export type Entry = z.output<typeof entrySchema>

/** `hash` covers the entry and the hash before it, so that no entry can be edited, moved or removed. */
const recordSchema = entrySchema.extend({ hash: z.string() })
type LedgerRecord = z.output<typeof recordSchema>

/** `day` is the day of the newest entry. The signature covers the count, the day and the last hash. */
const ledgerSchema = signatureSchema.extend({
  count: z.int(),
  day: z.string().nullable(),
  records: z.array(recordSchema),
})
/** Earlier versions wrote entries without hashes, in the order of the students, and signed them as they are. */
const unchainedSchema = signatureSchema.extend({ records: z.array(entrySchema) })

/** The list of anonymised records, without names: a restore anonymises them again. It is in each copy and beside it. */
export type Ledger = {
  records: LedgerRecord[]
  signer: string
  /** The bytes of the file; undefined for a ledger of an earlier version, whose entries had no hashes. */
  json?: Buffer
}

const WITHOUT = 'or, if no record was anonymised since the copy was made, add --without-ledger to the restore'

export const ledgerMessages = {
  missing: `There is no ${LEDGER} beside this copy, which lists the records that were anonymised since: they would come back. Put it beside the copy; or, if none was anonymised since, add --without-ledger`,
  older: (found: string, own: string) =>
    `${LEDGER} is older than this copy: it lists ${found}; the copy lists ${own}. Look for the newer one; ${WITHOUT}`,
  beforeRestore: `Put the original back, which is at BACKUP_TO and in DATA_DIR; ${WITHOUT}`,
  beforeBackup:
    'Remove the one at the location of the backups: the next backup writes it again from the list in DATA_DIR',
  writtenAgain: 'The one in DATA_DIR is written again, from that at the location or from the database',
  changed: `${LEDGER} was changed: its signature does not match`,
  broken: (entry: number) =>
    `${LEDGER} was changed: entry ${entry} does not follow the one before it, so an entry was edited, moved or removed`,
  miscounted: (count: number, found: number) =>
    `${LEDGER} was changed: it should have ${count} entries and has ${found}`,
  otherSigner: (signer: string) =>
    `${LEDGER} is signed by ${signer}: somebody else made it, or Elimu when it had another secret. To use it, give that fingerprint with --ledger-signer`,
} as const

/** `2 records, the last of 2026-03-09` */
export function countAndDay({ records }: Pick<Ledger, 'records'>): string {
  const day = lastDay(records)
  return `${records.length} ${records.length === 1 ? 'record' : 'records'}${day ? `, the last of ${day}` : ''}`
}

const lastDay = (records: Entry[]) =>
  records
    .map(({ done_at }) => dayOf(new Date(done_at)))
    .toSorted()
    .at(-1) ?? null

/** Undefined if there is none in the folder or bucket. `advice` ends the message about a damaged one. */
export async function readLedger(location: Objects, advice?: string): Promise<Ledger | undefined> {
  try {
    return ledgerOf(await readJson(location, LEDGER), advice)
  } catch (error) {
    if (isNoFile(error)) return undefined
    throw error
  }
}

/** Checks the hashes, the count and the signature of a ledger. */
export function ledgerOf(value: unknown, advice: string = ledgerMessages.beforeRestore): Ledger {
  const fault = (message: string) => new BackupError(`${message}. ${advice}`)
  const { data } = ledgerSchema.safeParse(value)
  if (!data) {
    const unchained = unchainedOf(value)
    if (unchained) return unchained
    throw fault(ledgerMessages.changed)
  }
  const { records, count, day, ...signature } = data
  const broken = chain(records).findIndex(({ hash }, entry) => hash !== records[entry]?.hash)
  if (broken >= 0) throw fault(ledgerMessages.broken(broken + 1))
  if (records.length !== count) throw fault(ledgerMessages.miscounted(count, records.length))
  const signer = day === lastDay(records) ? signerOf(signedBytes(records), signature) : undefined
  if (!signer) throw fault(ledgerMessages.changed)
  return { records, signer, json: jsonOf(records, signature) }
}

function unchainedOf(value: unknown): Ledger | undefined {
  const { data } = unchainedSchema.safeParse(value)
  const signer = data && signerOf(Buffer.from(JSON.stringify(data.records)), data)
  return signer ? { records: chain(inOrder(data.records)), signer } : undefined
}

/** The order in which new entries follow. */
export const inOrder = (entries: Entry[]) =>
  entries.toSorted((one, other) =>
    one.done_at === other.done_at ? one.student_id - other.student_id : one.done_at < other.done_at ? -1 : 1,
  )

function chain(entries: Entry[]): LedgerRecord[] {
  let hash = ''
  return entries.map((given) => {
    // Fields in the order of the schema.
    const entry = entrySchema.parse(given)
    hash = createHash('sha256')
      .update(`${hash}\n${JSON.stringify(entry)}`)
      .digest('hex')
    return { ...entry, hash }
  })
}

const signedBytes = (records: LedgerRecord[]) =>
  Buffer.from(JSON.stringify([records.length, lastDay(records), records.at(-1)?.hash ?? null]))

/** The entries whose records another ledger does not list. */
export function entriesBeyond<One extends Entry>(entries: One[], other: Ledger | undefined): One[] {
  const seals = new Set(other?.records.map(({ seal }) => seal))
  return entries.filter(({ seal }) => !seals.has(seal))
}

/** Appends the entries that a ledger lacks. One that lacks none keeps its signature, also after a change of the secret. */
export function continueLedger(
  ledger: Ledger | undefined,
  entries: Entry[],
  { sign, fingerprint }: Signer,
): Required<Ledger> {
  const added = entriesBeyond(entries, ledger)
  if (ledger?.json && added.length === 0) return { ...ledger, json: ledger.json }
  const records = chain([...(ledger?.records ?? []), ...added])
  return { records, signer: fingerprint, json: jsonOf(records, sign(signedBytes(records))) }
}

const jsonOf = (records: LedgerRecord[], signature: Signature) =>
  Buffer.from(`${JSON.stringify({ count: records.length, day: lastDay(records), records, ...signature })}\n`)
