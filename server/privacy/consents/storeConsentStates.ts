import {
  type Consented,
  countedPurposes,
  endOf,
  type Purpose,
  type PurposeState,
  purposes,
  statesOf,
} from '#contract/privacy/consentStates.ts'
import type { Trx } from '../../database/history.ts'
import type { Tables } from '../../database/tables.ts'
import { overwriting } from '../../database/uniqueViolation.ts'
import { NO, NO_END } from '../visibility/sharedWithSupporter.ts'

/** The day of a No to keeping the record, before and after a change, and the answers that are this No. */
type Erasure = { before: string | null; after: string | null; nos: PurposeState['by'] }

/**
 * Stores the results of the consents of some students for the queries that need them. Returns, by student, what changes about a
 * No to keeping the record. The caller has locked the students.
 */
export async function storeConsentStates(
  trx: Trx,
  student_ids: number[],
  today: string,
): Promise<Map<number, Erasure>> {
  const erasures = new Map<number, Erasure>()
  if (student_ids.length === 0) return erasures
  const rows = await trx
    .selectFrom('consents')
    .innerJoin('students', 'students.id', 'consents.student_id')
    .leftJoin('consent_states as state', 'state.student_id', 'consents.student_id')
    .select(['consents.id', 'consents.student_id', 'given_by', 'consents.name', 'given_on', 'until'])
    .select(['answers', 'child_answers', 'void_at', 'dob', 'state.erasure_on'])
    .where('consents.student_id', 'in', student_ids)
    .execute()
  const states = [...Map.groupBy(rows, ({ student_id }) => student_id)].map(([student_id, consents]) => {
    const valid = consents.filter(({ void_at }) => void_at === null)
    const purposeStates = statesOf(
      valid.map((row) => asConsented(row, row.dob)),
      today,
    )
    const state = storedState(purposeStates)
    const before = consents[0]?.erasure_on ?? null
    const erasure_on = state.register === NO ? (before ?? today) : null
    const register = purposeStates.find(({ purpose }) => purpose === 'register')
    erasures.set(student_id, { before, after: erasure_on, nos: erasure_on ? (register?.by ?? []) : [] })
    return Object.assign(state, { student_id, erasure_on })
  })
  if (states.length === 0) return erasures
  await trx
    .insertInto('consent_states')
    .values(states)
    .onConflict(overwriting(['student_id'], [...purposes, 'ends_on', 'erasure_on']))
    .execute()
  return erasures
}

type State = Omit<Tables['consent_states'], 'student_id' | 'erasure_on'>

function storedState(states: PurposeState[]): State {
  const untilOf = ({ state, until }: PurposeState) =>
    state === 'not_recorded' ? null : state === 'refused' || state === 'withdrawn' ? NO : (until ?? NO_END)
  const byPurpose = Object.fromEntries(states.map((state) => [state.purpose, untilOf(state)])) as Record<
    Purpose,
    string | null
  >
  const ends = countedPurposes.map((purpose) => byPurpose[purpose]).filter((until) => until)
  return {
    ...byPurpose,
    ends_on: ends.reduce<string>((first, end) => (end && end < first ? end : first), NO_END),
  }
}

type Stored = Omit<Consented, 'answers' | 'child_answers'> & { answers: string; child_answers: string | null }

/** A stored consent with its answers and its end. */
export const asConsented = (
  { id, given_by, name, given_on, until, ...row }: Stored,
  dob: string | null,
): Consented => ({
  id,
  given_by,
  name,
  given_on,
  until: endOf({ given_by, until }, dob),
  answers: JSON.parse(row.answers) as Consented['answers'],
  child_answers:
    row.child_answers === null ? null : (JSON.parse(row.child_answers) as Consented['child_answers']),
})
