import type { Db } from './connect.ts'
import { SENT, UNVERIFIED, VERIFIED } from '#contract/records/records.ts'

/** The kinds of records of a student's term, and the table of each. */
const recordTables = { report: 'reports', receipt: 'receipts' } as const
export type RecordKind = keyof typeof recordTables

/** The table of a kind, as `record` in a query, with the columns that both kinds have. */
export const recordTable = (db: Db, kind: RecordKind) => db.dynamic.table(recordTables[kind]).as('record')

const statuses: Record<number, string> = {
  [UNVERIFIED]: 'Unverified',
  [VERIFIED]: 'Verified',
  [SENT]: 'Sent',
}

/** The name of a status, for the history. */
export const shownStatus = (status: number): string => statuses[status] ?? ''
