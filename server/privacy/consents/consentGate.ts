import { formatDay } from '#contract/base/days.ts'
import { earliestHold, type ConsentGate, type GateForm } from '#contract/privacy/consents.ts'
import { consentMessages, gateModes } from '#contract/privacy/consentWords.ts'
import { canSeeConsents } from '#contract/permissions.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../../database/connect.ts'
import { type Actor, type Change, changesBetween, writeChange } from '../../database/history.ts'
import { lockRow } from '../../database/lockRow.ts'
import { invalid } from '../../base/ApiError.ts'
import { consentStateIn } from '../visibility/studentConsent.ts'

const GATE = 1

export const readGate = (db: Db) =>
  db.selectFrom('consent_gate').select(['hold_from', 'added_from', 'contact']).executeTakeFirstOrThrow()

/**
 * The gate, and whom it would affect if it hid today what has no consent. For a liaison officer, counts only their own
 * students.
 */
export async function describeGate(db: Db, { id, role, today }: Actor): Promise<ConsentGate> {
  const { hold_from, added_from, contact } = await readGate(db)
  return {
    mode: hold_from === null ? 'count' : 'hold',
    from: hold_from,
    added_from,
    contact,
    is_held: hold_from !== null && hold_from <= today,
    earliest: earliestHold(today),
    affected: await countAffected(db, today, canSeeConsents(role) ? undefined : id),
  }
}

async function countAffected(
  db: Db,
  today: string,
  liaison_id: number | undefined,
): Promise<ConsentGate['affected']> {
  const states = db
    .selectFrom('students')
    .leftJoin('consent_states as state', 'state.student_id', 'students.id')
    .select(['supporter_id', consentStateIn(today).as('consent')])
    .where('students.status', '=', STUDENT_ACTIVE)
    .$if(liaison_id !== undefined, (own) => own.where('liaison_id', '=', liaison_id ?? 0))
    .as('student')
  return db
    .selectFrom(states)
    .select((eb) => [
      eb.fn.countAll<number>().as('students'),
      eb.fn.count<number>('supporter_id').distinct().as('supporters'),
    ])
    .where('consent', '=', 'not_recorded')
    .executeTakeFirstOrThrow()
}

/** Sets the gate. A day that is already set may stay; a new one must leave time to ask the families. */
export async function setGate(change: Change, { mode, from, contact }: GateForm): Promise<void> {
  const { trx, actor } = change
  const gate = await lockRow(trx, 'consent_gate', GATE)
  const before = { hold_from: gate?.hold_from ?? null, contact: gate?.contact ?? null }
  const hold_from = mode === 'count' ? null : from
  if (mode === 'hold') {
    if (from === null) throw invalid({ from: [consentMessages.fromRequired] })
    const earliest = earliestHold(actor.today)
    if (from !== before.hold_from && from < earliest)
      throw invalid({ from: [consentMessages.fromTooEarly(formatDay(earliest))] })
  }
  await trx.updateTable('consent_gate').set({ hold_from, contact }).where('id', '=', GATE).execute()
  const shown = ({ hold_from: from_day, ...rest }: typeof before) => ({
    mode: gateModes[from_day === null ? 'count' : 'hold'],
    from: from_day,
    ...rest,
  })
  const changes = changesBetween(shown(before), shown({ hold_from, contact }))
  if (Object.keys(changes).length > 0)
    await writeChange(change, { entity: 'consent_gate', entity_id: GATE, action: 'edited', changes })
}
