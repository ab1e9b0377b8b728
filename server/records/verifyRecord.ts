import { recordMessages, UNVERIFIED, VERIFIED } from '#contract/records.ts'
import { conflict } from '../http/ApiError.ts'
import type { Services } from '../Services.ts'
import { type Changing, changeRecord } from './changeRecord.ts'
import { type RecordKind, shownStatus } from './recordTables.ts'

type Needed = Pick<Services, 'db' | 'clock' | 'config'>

/** What was entered while the student was active is verified also when they have left since. */
export function verifyRecord(
  kind: RecordKind,
  id: number,
  changing: Changing,
  services: Needed,
): Promise<void> {
  const { actor } = changing
  const circumstances = { ...changing, action: 'verified', isForAll: true }
  return changeRecord(kind, id, circumstances, services, async (_trx, { status, remark, entered_by }) => {
    if (status !== UNVERIFIED) throw conflict(recordMessages.notUnverified)
    if (!services.config.mayVerifyOwnEntries && entered_by === actor.id)
      throw conflict(recordMessages.ownEntry)
    return {
      columns: { status: VERIFIED, remark: null, verified_by: actor.id },
      from: { status: shownStatus(status), remark },
      to: { status: shownStatus(VERIFIED), remark: null },
    }
  })
}

/** Gives a record back to whoever entered it, with what is to be mended. */
export function returnRecord(
  kind: RecordKind,
  id: number,
  remark: string,
  changing: Changing,
  services: Needed,
): Promise<void> {
  return changeRecord(kind, id, { ...changing, action: 'returned' }, services, async (_trx, before) => {
    if (before.status !== UNVERIFIED) throw conflict(recordMessages.notUnverified)
    return { columns: { remark }, from: { remark: before.remark }, to: { remark } }
  })
}
