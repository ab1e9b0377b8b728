import type { Insertable } from 'kysely'
import { countedPurposes, type Purpose, purposes } from '#contract/privacy/consentStates.ts'
import type { Tables } from '../../database/tables.ts'
import { NO_END } from '../../privacy/visibility/sharedWithSupporter.ts'
import type { TestApp } from '../testApp.ts'

type Db = Pick<TestApp, 'db'>
type States = Partial<Record<Purpose, string | null>>

/** A Yes to everything, without an end. */
export const FULL: States = {
  register: NO_END,
  profile: NO_END,
  progress: NO_END,
  pictures: NO_END,
  videos: NO_END,
  abroad: NO_END,
  publication: NO_END,
}

/** Sets the stored state of a student's consent before the test begins: the last day, or an empty text for a No. */
export async function giveConsent({ db }: Db, student_id: number, states: States = FULL): Promise<void> {
  const none = Object.fromEntries(purposes.map((purpose) => [purpose, null])) as Record<Purpose, null>
  const all = { ...none, ...states }
  const [ends_on = NO_END] = countedPurposes.flatMap((purpose) => all[purpose] || []).toSorted()
  const row: Insertable<Tables['consent_states']> = { ...all, student_id, ends_on, erasure_on: null }
  await db.insertInto('consent_states').values(row).execute()
}

/** The body of a consent without a paper. */
export const spokenConsent = (answers: object, more: object = {}) => ({
  given_by: 'mother',
  name: 'Rose Akinyi',
  how: 'spoken',
  witness: 'Brian Ochieng',
  given_on: '2026-03-02',
  answers,
  ...more,
})

/** The day from which supporters see nothing without consent. */
export const holdFrom = ({ db }: Db, hold_from: string | null) =>
  db.updateTable('consent_gate').set({ hold_from }).execute()
