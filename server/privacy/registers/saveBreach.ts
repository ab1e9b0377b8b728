import type { Selectable } from 'kysely'
import { dayOf, timeOf } from '#contract/base/days.ts'
import {
  type BreachChange,
  breachErrors,
  type BreachForm,
  breachMessages,
  knownAt,
} from '#contract/privacy/breaches.ts'
import { conflict, invalid, notFound } from '../../base/ApiError.ts'
import {
  type Change,
  changesBetween,
  changesFromNothing,
  type Trx,
  writeChange,
} from '../../database/history.ts'
import { inBatches } from '../../database/inBatches.ts'
import { lockRow, lockRows } from '../../database/lockRow.ts'
import type { Tables } from '../../database/tables.ts'

/** Notes a breach, with the students whom it concerns. */
export async function noteBreach(change: Change, form: BreachForm): Promise<number> {
  const { trx, actor, at } = change
  check(form, at)
  const { id } = await trx
    .insertInto('breaches')
    .values({ ...columnsOf(form, at, null), version: 1, anonymised: 0, noted_by: actor.id, noted_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const students = await setStudents(trx, id, form.student_ids)
  const changes = changesFromNothing(shown(form, students))
  await writeChange(change, { entity: 'breach', entity_id: id, action: 'noted', changes })
  return id
}

/** Changes what the caller sends of a breach. */
export async function changeBreach(
  change: Change,
  id: number,
  { version, ...changed }: BreachChange,
): Promise<void> {
  const { trx, at } = change
  const row = await lockRow(trx, 'breaches', id)
  if (!row) throw notFound()
  if (version !== undefined && version !== row.version) throw conflict(breachMessages.changed)
  const before = await formOf(trx, row)
  const form = { ...before, ...changed }
  check(form, at)
  const refs = await refsOf(trx, before.student_ids)
  await trx
    .updateTable('breaches')
    .set({ ...columnsOf(form, at, row.closed_at), version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  const changes = changesBetween(
    shown(before, refs),
    shown(form, await setStudents(trx, id, form.student_ids)),
  )
  const action = form.is_closed && !before.is_closed ? 'closed' : 'edited'
  if (Object.keys(changes).length > 0)
    await writeChange(change, { entity: 'breach', entity_id: id, action, changes })
}

function check(form: BreachForm, at: string): void {
  const errors = breachErrors(form, new Date(at))
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const columnsOf = (
  { known_on, known_time, student_ids: _ids, is_closed, ...columns }: BreachForm,
  at: string,
  closed_at: string | null,
) => ({
  ...columns,
  known_at: knownAt({ known_on, known_time }),
  closed_at: is_closed ? (closed_at ?? at) : null,
})

async function formOf(trx: Trx, row: Selectable<Tables['breaches']>): Promise<BreachForm> {
  const { known_at, closed_at, id, what, data, noticed_by, happened_on } = row
  const { done, commissioner_on, families_on, reason } = row
  const students = await trx
    .selectFrom('breach_students')
    .select('student_id')
    .where('breach_id', '=', id)
    .execute()
  return {
    what,
    data,
    noticed_by,
    happened_on,
    done,
    commissioner_on,
    families_on,
    reason,
    known_on: dayOf(new Date(known_at)),
    known_time: timeOf(new Date(known_at)),
    student_ids: students.map(({ student_id }) => student_id),
    is_closed: closed_at !== null,
  }
}

/** The values in a history entry. Refs stand for the students, so that anonymising finds them. */
const shown = ({ student_ids: _ids, is_closed, ...facts }: BreachForm, refs: string[]) => ({
  ...facts,
  students: refs.join(', ') || null,
  closed: is_closed ? 'Yes' : null,
})

/** Stores whom a breach concerns, and returns their refs. */
async function setStudents(trx: Trx, breach_id: number, student_ids: number[]): Promise<string[]> {
  const ids = [...new Set(student_ids)]
  await lockRows(trx, 'students', ids, { isShared: true })
  const refs = await refsOf(trx, ids)
  if (refs.length < ids.length) throw invalid({ student_ids: [breachMessages.studentsUnknown] })
  await trx.deleteFrom('breach_students').where('breach_id', '=', breach_id).execute()
  for await (const some of inBatches(ids))
    await trx
      .insertInto('breach_students')
      .values(some.map((student_id) => ({ breach_id, student_id })))
      .execute()
  return refs
}

async function refsOf(trx: Trx, ids: number[]): Promise<string[]> {
  const refs: string[] = []
  for await (const some of inBatches(ids)) {
    const rows = await trx.selectFrom('students').select('ref').where('id', 'in', some).execute()
    refs.push(...rows.map(({ ref }) => ref))
  }
  return refs.toSorted()
}
