import type { FormerStatus, StatusesForm } from '#contract/students/studentForms.ts'
import { studentMessages } from '#contract/students/students.ts'
import { type Change, writeChanges } from '../database/history.ts'
import { lockRows } from '../database/lockRow.ts'
import { notFound } from '../base/ApiError.ts'
import { refuseWaiting } from '../privacy/erasure/erasures.ts'
import { leftAfter } from '../funding/leaving.ts'
import { findPresentTerm } from '../funding/terms.ts'
import { followStudents } from '../payments/followStudents.ts'
import { statusWord } from './changeStudent.ts'

type Wanted = { status: number; version?: number }

/** Gives several students a status, or their former ones again unless they were changed since. */
export async function setStatuses(change: Change, form: StatusesForm) {
  const { trx, actor, at } = change
  const wanted = wantedOf(form)
  const ids = [...wanted.keys()]
  await lockRows(trx, 'students', ids)
  await refuseWaiting(trx, ...ids)
  const students = await trx
    .selectFrom('students')
    .select(['id', 'status', 'left_after', 'version'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  if (students.length < ids.length) throw notFound()
  const isSame = (student: Required<Wanted> & { id: number }) => {
    const { version = student.version } = wanted.get(student.id) ?? {}
    return version === student.version
  }
  const kept = students.filter(isSame)
  const present = await findPresentTerm(trx, actor.today)
  const changing = kept.flatMap((before) => {
    const { id, version } = before
    const { status = before.status } = wanted.get(id) ?? {}
    const former = { id, status: before.status, version: version + 1 }
    return status === before.status
      ? []
      : [{ id, status, left_after: leftAfter(before, status, present), former }]
  })
  for (const some of Map.groupBy(changing, (each) => `${each.status} ${each.left_after}`).values()) {
    const [{ status, left_after } = {}] = some
    await trx
      .updateTable('students')
      .set((eb) => ({
        status,
        left_after,
        version: eb('version', '+', 1),
        updated_at: at,
        updated_by: actor.id,
      }))
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .execute()
  }
  await followStudents(
    change,
    changing.map(({ status, former }) => ({ before: former, after: { status } })),
  )
  const { reason } = form
  if (changing.length > 0)
    await writeChanges(
      change,
      changing.map(({ id: entity_id, status, former }) => ({
        entity: 'student',
        entity_id,
        action: 'changed status',
        changes: {
          status: [statusWord(former.status), statusWord(status)],
          ...(reason && { reason: [null, reason] }),
        },
      })),
    )
  const changedSince = students.length - kept.length
  const { statusesSaved, statusesUndone } = studentMessages
  return {
    message: form.former ? statusesUndone(changing.length, changedSince) : statusesSaved(changing.length),
    data: { former: changing.map(({ former }) => former), changed_since: changedSince },
  }
}

/** By id: the status to set, and for an undo the version that it must still have. */
function wantedOf({ ids = [], status, former }: StatusesForm): Map<number, Wanted> {
  if (former) return new Map(former.map((each: FormerStatus) => [each.id, each]))
  return new Map(status === undefined ? [] : ids.map((id) => [id, { status }]))
}
