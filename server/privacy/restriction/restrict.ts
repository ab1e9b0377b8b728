import type { RawBuilder } from 'kysely'
import { type Restriction, REASON_MAX, restrictionMessages } from '#contract/privacy/restriction.ts'
import { conflict, notFound } from '../../base/ApiError.ts'
import type { Db } from '../../database/connect.ts'
import { type Change, type Trx, writeChange } from '../../database/history.ts'
import { lockRow } from '../../database/lockRow.ts'
import { userNameIn } from '../../users/userNameIn.ts'
import { refuseWaiting } from '../erasure/erasures.ts'

/** Whether the use of a student's record is restricted, since when and why. */
export const findRestriction = async (db: Db | Trx, student_id: number): Promise<Restriction | null> =>
  (await restrictionOf(db, student_id).executeTakeFirst()) ?? null

export const restrictionOf = (db: Db | Trx, student_id: number | RawBuilder<number>) =>
  db
    .selectFrom('restrictions')
    .innerJoin('users', 'users.id', 'restrictions.restricted_by')
    .select(['restricted_on as on', 'reason'])
    .select(userNameIn('users').$castTo<string>().as('by'))
    .where('restrictions.student_id', '=', student_id)

/** Restricts the use of a record: from now on nothing of it reaches a supporter. */
export async function restrict(change: Change, student_id: number, reason: string): Promise<Restriction> {
  const { trx, actor } = change
  if (!(await lockRow(trx, 'students', student_id))) throw notFound()
  await refuseWaiting(trx, student_id)
  if (await findRestriction(trx, student_id)) throw conflict(restrictionMessages.already)
  const row = { student_id, reason, restricted_on: actor.today, restricted_by: actor.id }
  await trx.insertInto('restrictions').values(row).execute()
  await writeChange(change, {
    entity: 'student',
    entity_id: student_id,
    action: 'restricted',
    changes: { reason: [null, reason] },
  })
  return (await findRestriction(trx, student_id)) as Restriction
}

/**
 * The same because somebody asked for it. A record that is restricted already stays so, with its first reason. The caller has
 * locked the student.
 */
export async function restrictAsAsked(
  change: Change,
  { student_id, asked_by, words }: { student_id: number; asked_by: string; words: string },
): Promise<void> {
  if (await findRestriction(change.trx, student_id)) return
  await restrict(change, student_id, restrictionMessages.asked(asked_by, words).slice(0, REASON_MAX))
}

export async function liftRestriction(change: Change, student_id: number): Promise<void> {
  const { trx } = change
  if (!(await lockRow(trx, 'students', student_id))) throw notFound()
  const restriction = await findRestriction(trx, student_id)
  if (!restriction) throw conflict(restrictionMessages.isNot)
  await trx.deleteFrom('restrictions').where('student_id', '=', student_id).execute()
  await writeChange(change, {
    entity: 'student',
    entity_id: student_id,
    action: 'lifted the restriction',
    changes: { reason: [restriction.reason, null] },
  })
}
