import { z } from 'zod'
import type { Objects } from '../../files/FileStore.ts'
import type { Services } from '../../Services.ts'
import { BackupError } from '../copy/BackupError.ts'
import { LEDGER } from '../copy/copyFormat.ts'
import { openSigner, signatureSchema, signerOf } from '../copy/signing.ts'
import { readJson } from './prune.ts'

const entrySchema = z.object({
  student_id: z.int(),
  seal: z.string(),
  new_ref: z.string(),
  drop_gender: z.int(),
  due_on: z.string(),
  started_by: z.int(),
  started_at: z.string(),
  done_at: z.string(),
})
const ledgerSchema = signatureSchema.extend({ records: z.array(entrySchema) })
/** The list of anonymised records, without names: a restore anonymises them again. It is in each copy and beside it. */
export type Ledger = { records: z.output<typeof entrySchema>[]; signer: string }

export const ledgerMessages = {
  missing: `There is no ${LEDGER} beside this copy, which lists the records that were anonymised since: they would come back. Put it beside the copy; or, if none was anonymised since, add --without-ledger`,
  older: (beside: string, own: string) =>
    `${LEDGER} is older than this copy: it lists ${beside}; the copy lists ${own}. Look for the newer one; or, if no record was anonymised since the copy was made, add --without-ledger`,
  changed: `${LEDGER} was changed by somebody, or has another signer than the copy. Look for the original; or, if no record was anonymised since the copy was made, add --without-ledger`,
} as const

const counted = ({ records }: Ledger) =>
  `${records.length} ${records.length === 1 ? 'record' : 'records'}${records.length === 0 ? '' : `, the last of ${lastDay(records)}`}`
const lastDay = (records: Ledger['records']) =>
  records
    .map(({ done_at }) => done_at.slice(0, 10))
    .toSorted()
    .at(-1)

const bytesOf = (records: Ledger['records']) => Buffer.from(JSON.stringify(records))

/** Undefined if there is none beside the copies. */
export async function readLedger(location: Objects): Promise<Ledger | undefined> {
  let isThere = false
  for await (const { key } of location.list(LEDGER)) isThere ||= key === LEDGER
  return isThere ? ledgerOf(await readJson(location, LEDGER)) : undefined
}

/** Checks a ledger that was read from beside a copy, or from a copy. */
export function ledgerOf(value: unknown): Ledger {
  const { data } = ledgerSchema.safeParse(value)
  const signer = data && signerOf(bytesOf(data.records), data)
  if (!data || !signer) throw new BackupError(ledgerMessages.changed)
  return { records: data.records, signer }
}

/** Fails if the ledger beside a copy lacks a record of the copy's own ledger. */
export function refuseOlder(beside: Ledger, own: Ledger): void {
  const seals = new Set(beside.records.map(({ seal }) => seal))
  if (own.records.some(({ seal }) => !seals.has(seal)))
    throw new BackupError(ledgerMessages.older(counted(beside), counted(own)))
}

/** The signed list of this Elimu's anonymised records, and of those that the ledger at the location lists already. */
export async function makeLedger(
  location: Objects,
  { db, config }: Pick<Services, 'db' | 'config'>,
): Promise<Buffer> {
  const own = await db
    .selectFrom('anonymisations')
    .select(['student_id', 'seal', 'new_ref', 'drop_gender', 'due_on', 'started_by', 'started_at', 'done_at'])
    .where('done_at', 'is not', null)
    .$narrowType<{ done_at: string }>()
    .orderBy('student_id')
    .execute()
  const seals = new Set(own.map(({ seal }) => seal))
  const listed = (await readLedger(location))?.records ?? []
  const records = [...listed.filter(({ seal }) => !seals.has(seal)), ...own]
  const ledger = { records, ...openSigner(config).sign(bytesOf(records)) }
  return Buffer.from(`${JSON.stringify(ledger)}\n`)
}

/** Writes the ledger beside the copies of a location. */
export async function writeLedger(
  location: Objects,
  services: Pick<Services, 'db' | 'config'>,
): Promise<void> {
  await location.put(LEDGER, await makeLedger(location, services), 'application/json')
}
