import type { RawBuilder } from 'kysely'
import { type Erasure, erasureMessages } from '#contract/privacy/erasure.ts'
import { dayOf } from '#contract/base/days.ts'
import type { Trx } from '../../database/history.ts'
import { conflict } from '../../base/ApiError.ts'
import { lockRow } from '../../database/lockRow.ts'
import { authorIn } from '../../users/userNameIn.ts'

/** Whether a student's record waits to be anonymised, or is. */
export const findErasure = async (db: Trx, student_id: number): Promise<Erasure | null> =>
  asErasure(await erasureOf(db, student_id).executeTakeFirst())

export const erasureOf = (db: Trx, student_id: number | RawBuilder<number>) =>
  db
    .selectFrom('anonymisations')
    .leftJoin('users', 'users.id', 'anonymisations.started_by')
    .leftJoin('requests', 'requests.id', 'anonymisations.request_id')
    .select(['anonymisations.due_on', 'started_at', 'done_at', 'asked_by'])
    .select(authorIn('users').as('by'))
    .where('anonymisations.student_id', '=', student_id)

type Found = Awaited<ReturnType<ReturnType<typeof erasureOf>['executeTakeFirst']>>

export function asErasure(row: Found): Erasure | null {
  if (!row) return null
  const { due_on, started_at, done_at, asked_by, by } = row
  return done_at === null
    ? { state: 'waiting', on: due_on, by, started_at, asked_by }
    : { state: 'anonymised', on: dayOf(new Date(done_at)), by, started_at, asked_by: null }
}

/** Refuses a change of records of which one waits to be anonymised. The caller has locked the students. */
export async function refuseWaiting(trx: Trx, ...student_ids: number[]): Promise<void> {
  const erasure = await trx
    .selectFrom('anonymisations')
    .select('done_at')
    .where('student_id', 'in', student_ids)
    .executeTakeFirst()
  if (erasure) throw conflict(erasure.done_at === null ? erasureMessages.readOnly : erasureMessages.isDone)
}

/** Locks a student. Refuses if their record waits to be anonymised, or is: nothing may be written into it again. */
export async function lockUnlessWaiting(trx: Trx, student_id: number): Promise<void> {
  await lockRow(trx, 'students', student_id)
  await refuseWaiting(trx, student_id)
}
