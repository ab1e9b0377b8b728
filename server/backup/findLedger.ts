import { openFolder } from '../files/diskStore.ts'
import { BackupError } from './copy/BackupError.ts'
import { LEDGER } from './copy/copyFormat.ts'
import type { Contents } from './copy/readCopy.ts'
import {
  countAndDay,
  expectContinues,
  type Ledger,
  ledgerMessages,
  ledgerOf,
  readLedger,
} from './location/ledger.ts'
import type { Copy } from './location/openCopy.ts'

type Where = 'beside the copy' | 'in DATA_DIR' | 'in the copy'
/** The ledger that a restore applies, and the copy's own; older copies have none. */
export type FoundLedger = { ledger: Ledger; where: Where; own: Ledger | undefined }

/**
 * Finds the list of records to anonymise again, which would otherwise come back: the longer one of that beside the copy
 * and that in DATA_DIR. It must continue the copy's own, which counts only for a file that was moved without its list.
 */
export async function findLedger(
  copy: Copy,
  { head, ledger: bytes }: Contents,
  dataDir: string,
): Promise<FoundLedger> {
  const own = bytes && ledgerOf(JSON.parse(bytes.toString()))
  const beside = await copy.readLedger()
  const local = await readLedger(openFolder(dataDir))
  const isLocal = local !== undefined && local.records.length > (beside?.records.length ?? -1)
  const ledger = isLocal ? local : beside
  if (!ledger) {
    if (own && head.files === 'inside') return { ledger: own, where: 'in the copy', own }
    throw new BackupError(ledgerMessages.missing)
  }
  for (const each of [own, beside, local]) if (each) expectContinues(ledger, each)
  // The signature of the copy covers the entries of its own ledger.
  if (ledger.records.length > (own?.records.length ?? 0) && !copy.trusts(ledger.signer))
    throw new BackupError(ledgerMessages.otherSigner(ledger.signer))
  return { ledger, where: isLocal ? 'in DATA_DIR' : 'beside the copy', own }
}

/** The line about the ledger that a restore prints. */
export function describeLedger(found: FoundLedger | undefined, copySigner: string | undefined): string {
  if (!found) return 'No list of anonymised records is used, as --without-ledger asks.'
  const { ledger, where, own } = found
  const lists = `${LEDGER} ${where} lists ${countAndDay(ledger)}`
  if (where === 'in the copy') return `${lists}. There is none beside the copy.`
  const inCopy = own ? `the copy lists ${countAndDay(own)}` : 'the copy has no list'
  const signer =
    ledger.signer === copySigner ? '' : ` The list is signed by ${ledger.signer}, the copy by another.`
  return `${lists}; ${inCopy}.${signer}`
}
