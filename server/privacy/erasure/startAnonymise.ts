import { createHash, randomInt } from 'node:crypto'
import { daysFrom, formatDay } from '#contract/base/days.ts'
import { type AnonymiseForm, ERASURE_WAIT_DAYS, erasureMessages } from '#contract/privacy/erasure.ts'
import { isForErasure, isOpen } from '#contract/privacy/requests.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { type Change, type Trx, writeChange } from '../../database/history.ts'
import { lockRow } from '../../database/lockRow.ts'
import { conflict, invalid, notFound } from '../../base/ApiError.ts'

/** Begins the wait after which a record is anonymised; returns the day. */
export async function startAnonymise(
  change: Change,
  student_id: number,
  { ref, request_id, drop_gender }: AnonymiseForm,
): Promise<string> {
  const { trx, actor, at } = change
  const student = await lockRow(trx, 'students', student_id)
  if (!student) throw notFound()
  if (student.status === STUDENT_ACTIVE) throw conflict(erasureMessages.isActive)
  if (ref.toUpperCase() !== student.ref.toUpperCase())
    throw invalid({ ref: [erasureMessages.wrongRef(student.ref)] })
  const known = await findRow(trx, student_id)
  if (known) throw conflict(known.done_at === null ? erasureMessages.waitsAlready : erasureMessages.isDone)
  if (request_id !== undefined) await setRequestWaiting(change, request_id, student_id)
  const due_on = daysFrom(actor.today, ERASURE_WAIT_DAYS)
  await trx
    .insertInto('anonymisations')
    .values({
      student_id,
      seal: sealOf(student),
      new_ref: newRef(),
      drop_gender: drop_gender ? 1 : 0,
      request_id: request_id ?? null,
      due_on,
      started_by: actor.id,
      started_at: at,
    })
    .execute()
  const changes = { on: [null, formatDay(due_on)] as [null, string] }
  await writeChange(change, {
    entity: 'student',
    entity_id: student_id,
    action: 'started anonymising',
    changes,
  })
  return due_on
}

/** Cancels it during the wait. */
export async function cancelAnonymise(change: Change, student_id: number): Promise<void> {
  const { trx } = change
  const student = await lockRow(trx, 'students', student_id)
  if (!student) throw notFound()
  const known = await findRow(trx, student_id)
  if (!known) throw conflict(erasureMessages.waitsNot)
  if (known.done_at !== null) throw conflict(erasureMessages.isDone)
  await trx.deleteFrom('anonymisations').where('student_id', '=', student_id).execute()
  if (known.request_id !== null) {
    await trx
      .updateTable('requests')
      .set({ state: 'accepted' })
      .where('id', '=', known.request_id)
      .where('state', '=', 'waiting')
      .execute()
    await writeChange(change, {
      entity: 'request',
      entity_id: known.request_id,
      student_id,
      action: 'accepted',
    })
  }
  await writeChange(change, { entity: 'student', entity_id: student_id, action: 'cancelled anonymising' })
}

/** Sets the request to wait with the record, which also accepts it. */
async function setRequestWaiting(change: Change, id: number, student_id: number): Promise<void> {
  const { trx, actor, at } = change
  const request = await lockRow(trx, 'requests', id)
  if (request?.student_id !== student_id || !isOpen(request.state) || !isForErasure(request))
    throw invalid({ request_id: [erasureMessages.notItsRequest] })
  await trx
    .updateTable('requests')
    .set({ state: 'waiting', decided_by: actor.id, decided_at: at })
    .where('id', '=', id)
    .execute()
  await writeChange(change, { entity: 'request', entity_id: id, student_id, action: 'waiting' })
}

const findRow = (trx: Trx, student_id: number) =>
  trx
    .selectFrom('anonymisations')
    .select(['done_at', 'request_id'])
    .where('student_id', '=', student_id)
    .executeTakeFirst()

/** Distinguishes ids that are used again after a restore; contains no name. */
export const sealOf = ({ id, created_at }: { id: number; created_at: string }) =>
  createHash('sha256').update(`${id} ${created_at}`).digest('base64url').slice(0, 22)

/** Without letters and digits that look alike. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const newRef = () => `AN-${Array.from({ length: 6 }, () => SIGNS[randomInt(SIGNS.length)]).join('')}`
