import { openFolder } from '../../files/diskStore.ts'
import type { Objects } from '../../files/FileStore.ts'
import type { Services } from '../../Services.ts'
import { BackupError } from '../copy/BackupError.ts'
import { LEDGER } from '../copy/copyFormat.ts'
import { openSigner } from '../copy/signing.ts'
import { continueLedger, type Entry, inOrder, type Ledger, ledgerMessages, readLedger } from './ledger.ts'

type Listing = Pick<Services, 'db' | 'config'>

/** The ledger for a copy at a location: the one there, with this Elimu's new entries. */
export const makeLedger = async (location: Objects, services: Listing): Promise<Buffer> =>
  (await nextLedgers(location, services)).there

/**
 * Writes the ledger into DATA_DIR, and beside the copies of a location. The server and a backup may do so at the same time:
 * each reads both ledgers again, until they list all records of the database.
 */
export async function writeLedger(services: Listing, location?: Objects): Promise<void> {
  for (let written = 0; written < MOST_WRITES; written++) {
    const { here, there, isComplete } = await nextLedgers(location, services)
    if (isComplete) return
    await storeLedger(services.config.dataDir, here)
    await location?.put(LEDGER, there, TYPE)
  }
  throw new BackupError(`${LEDGER} lacks records after it was written`)
}

const MOST_WRITES = 5
const TYPE = 'application/json'

export const storeLedger = (dataDir: string, json: Buffer) => openFolder(dataDir).put(LEDGER, json, TYPE)

/**
 * The ledgers of DATA_DIR and of a location with this Elimu's new entries. Each is only ever appended to, because the
 * ledgers in earlier copies are its beginnings.
 */
async function nextLedgers(location: Objects | undefined, { db, config }: Listing) {
  const signer = openSigner(config)
  const local = await readLocal(config.dataDir)
  const listed = location && (await readLedger(location, ledgerMessages.beforeBackup))
  const here = continueLedger(local ?? listed, await ownEntries(db), signer)
  const there = continueLedger(listed ?? here, here.records, signer)
  const isComplete = here.json === local?.json && (!location || there.json === listed?.json)
  return { here: here.json, there: there.json, isComplete }
}

/** A damaged one counts as missing, because it is written again. */
async function readLocal(dataDir: string): Promise<Ledger | undefined> {
  try {
    return await readLedger(openFolder(dataDir), ledgerMessages.writtenAgain)
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    process.emitWarning(error.message)
    return undefined
  }
}

async function ownEntries(db: Listing['db']): Promise<Entry[]> {
  const entries = await db
    .selectFrom('anonymisations')
    .select((eb) => eb.fn.coalesce('former_id', 'student_id').as('student_id'))
    .select(['seal', 'new_ref', 'drop_gender', 'due_on', 'started_by', 'started_at', 'done_at'])
    .where('done_at', 'is not', null)
    .$narrowType<{ done_at: string }>()
    .execute()
  return inOrder(entries)
}
