import type { Config } from '../config.ts'
import { openFolder } from '../files/diskStore.ts'
import { BackupError } from './copy/BackupError.ts'
import { LEDGER } from './copy/copyFormat.ts'
import type { Contents } from './copy/readCopy.ts'
import { openSigner } from './copy/signing.ts'
import {
  continueLedger,
  countAndDay,
  entriesBeyond,
  type Ledger,
  ledgerMessages,
  ledgerOf,
  readLedger,
} from './location/ledger.ts'
import type { Copy } from './location/openCopy.ts'

type Where = 'beside the copy' | 'in DATA_DIR' | 'beside the copy and in DATA_DIR' | 'in the copy'
/** The ledger that a restore applies, its signers, and the copy's own ledger; older copies have none. */
export type FoundLedger = { ledger: Ledger; where: Where; signers: string[]; own: Ledger | undefined }

/**
 * Finds the records that a restore must anonymise again: those in the list beside the copy, and those in the list in DATA_DIR.
 * Each list may lack records of the other; together they must contain all of the copy's own list. That one alone suffices only
 * for a copy in one file, which may have been moved without its list.
 */
export async function findLedger(
  copy: Copy,
  { head, ledger: bytes }: Contents,
  config: Config,
): Promise<FoundLedger> {
  const own = bytes && ledgerOf(JSON.parse(bytes.toString()))
  const beside = await copy.readLedger()
  const local = await readLedger(openFolder(config.dataDir))
  const read = [beside, local].filter((each) => each !== undefined)
  const isLocal = local !== undefined && local.records.length > (beside?.records.length ?? -1)
  const [longer, other] = isLocal ? [local, beside] : [beside, local]
  if (!longer) {
    if (own && head.files === 'inside') return { ledger: own, where: 'in the copy', signers: [], own }
    throw new BackupError(ledgerMessages.missing)
  }
  const ledger = other ? continueLedger(longer, other.records, openSigner(config)) : longer
  if (own && entriesBeyond(own.records, ledger).length > 0)
    throw new BackupError(ledgerMessages.older(countAndDay(ledger), countAndDay(own)))
  // The signature of the copy covers the entries of its own ledger.
  const stranger = read.find(
    ({ records, signer }) => entriesBeyond(records, own).length > 0 && !copy.trusts(signer),
  )
  if (stranger) throw new BackupError(ledgerMessages.otherSigner(stranger.signer))
  const one = isLocal ? 'in DATA_DIR' : 'beside the copy'
  const where = ledger === longer ? one : 'beside the copy and in DATA_DIR'
  return { ledger, where, signers: read.map(({ signer }) => signer), own }
}

/** The line about the ledger that a restore prints. */
export function describeLedger(found: FoundLedger | undefined, copySigner: string | undefined): string {
  if (!found) return 'No list of anonymised records is used, as --without-ledger asks.'
  const { ledger, where, signers, own } = found
  const lists = `${LEDGER} ${where} lists ${countAndDay(ledger)}`
  if (where === 'in the copy') return `${lists}. There is none beside the copy.`
  const inCopy = own ? `the copy lists ${countAndDay(own)}` : 'the copy has no list'
  const others = new Set(signers.filter((each) => each !== copySigner))
  const signedBy = others.size
    ? ` The list is signed by ${[...others].join(' and ')}, the copy by another.`
    : ''
  return `${lists}; ${inCopy}.${signedBy}`
}
