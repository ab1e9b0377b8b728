import { z } from 'zod'
import type { Objects } from '../../files/FileStore.ts'
import type { Services } from '../../Services.ts'
import { BackupError } from '../copy/BackupError.ts'
import { openSigner, signatureSchema, signerOf } from '../copy/signing.ts'
import { readJson } from './prune.ts'

/** The object beside the copies that lists the anonymised records, without names: a restore anonymises them again. */
export const LEDGER = 'anonymised.json'

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
export type Ledger = { records: z.output<typeof entrySchema>[]; signer: string }

export const ledgerMessages = {
  missing: `There is no ${LEDGER} beside this copy, which lists the records that were anonymised since: they would come back. Put it beside the copy; or, if none was anonymised since, add --without-ledger`,
  changed: `${LEDGER} was changed by somebody, or has another signer than the copy. Look for the original; or, if no record was anonymised since the copy was made, add --without-ledger`,
} as const

const bytesOf = (records: Ledger['records']) => Buffer.from(JSON.stringify(records))

/** Undefined if there is none. */
export async function readLedger(place: Objects): Promise<Ledger | undefined> {
  let isThere = false
  for await (const { key } of place.list(LEDGER)) isThere ||= key === LEDGER
  if (!isThere) return undefined
  const { data } = ledgerSchema.safeParse(await readJson(place, LEDGER))
  const signer = data && signerOf(bytesOf(data.records), data)
  if (!data || !signer) throw new BackupError(ledgerMessages.changed)
  return { records: data.records, signer }
}

/** Adds this Elimu's anonymised records to those that the ledger lists already. */
export async function writeLedger(
  place: Objects,
  { db, config }: Pick<Services, 'db' | 'config'>,
): Promise<void> {
  const own = await db
    .selectFrom('anonymisations')
    .select(['student_id', 'seal', 'new_ref', 'drop_gender', 'due_on', 'started_by', 'started_at', 'done_at'])
    .where('done_at', 'is not', null)
    .$narrowType<{ done_at: string }>()
    .orderBy('student_id')
    .execute()
  const seals = new Set(own.map(({ seal }) => seal))
  const listed = (await readLedger(place))?.records ?? []
  const records = [...listed.filter(({ seal }) => !seals.has(seal)), ...own]
  const ledger = { records, ...openSigner(config).sign(bytesOf(records)) }
  await place.put(LEDGER, Buffer.from(`${JSON.stringify(ledger)}\n`), 'application/json')
}
