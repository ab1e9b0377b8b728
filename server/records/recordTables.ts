import type { Selectable } from 'kysely'
import { SENT, UNVERIFIED, VERIFIED } from '#contract/records.ts'
import type { Tables } from '../database/tables.ts'

/** The kinds of records of a student's term, and where each is kept. */
export const recordTables = { report: 'reports', receipt: 'receipts' } as const
export type RecordKind = keyof typeof recordTables
/** What both have in common, and what either may be changed in. */
export type KeptRecord = Omit<Selectable<Tables['receipts']>, 'total'>
export type RecordColumns = Partial<Selectable<Tables['reports']>> | Partial<Selectable<Tables['receipts']>>

const statuses: Record<number, string> = {
  [UNVERIFIED]: 'Unverified',
  [VERIFIED]: 'Verified',
  [SENT]: 'Sent',
}

/** A status as the history tells it. */
export const shownStatus = (status: number): string => statuses[status] ?? ''
