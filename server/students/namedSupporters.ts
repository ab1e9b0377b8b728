import { SUPPORTER } from '#contract/permissions.ts'
import { type NamedSupporter, STUDENT_ACTIVE, studentMessages } from '#contract/students/students.ts'
import type { NamedSupporterForm } from '#contract/students/studentForms.ts'
import { USER_DISABLED, userName } from '#contract/users.ts'
import type { Db } from '../database/connect.ts'
import { foldedName } from '../database/foldedName.ts'
import { type Change, writeChanges } from '../database/history.ts'
import { rowsOf } from '../database/inBatches.ts'
import { lockRow, lockRows } from '../database/lockRow.ts'
import { conflict, invalid, notFound } from '../base/ApiError.ts'
import type { Services } from '../Services.ts'
import { registerUser } from '../users/userChanges.ts'
import { supporterInWords } from './studentRules.ts'
import { orderOf } from '../users/studentsOfUser.ts'

/** The supporters who have no email yet, by name, with their active students. Two spellings of a name are one. */
export async function listNamedSupporters(db: Db): Promise<NamedSupporter[]> {
  const byName = new Map<string, NamedSupporter>()
  const named = db
    .selectFrom('students')
    .select(['id', 'name', 'ref', 'supporter_name'])
    .where('supporter_name', 'is not', null)
    .where('status', '=', STUDENT_ACTIVE)
  for await (const { supporter_name, ...student } of rowsOf(named)) {
    const name = supporter_name ?? ''
    const key = foldedName(name)
    const known = byName.get(key)
    if (known) known.students.push(student)
    else byName.set(key, { name, students: [student] })
  }
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, supporter]) => supporter)
}

/** Registers the supporter, or takes the one with this email, and sets them for the students who had only their name. */
export async function completeSupporter(
  change: Change,
  { name, student_ids, ...person }: NamedSupporterForm,
  services: Services,
): Promise<string> {
  const { trx, actor, at } = change
  const taken = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirst()
  const supporter = taken ? await takeSupporter(change, taken.id) : await register()
  const ids = [...new Set(student_ids)]
  await lockRows(trx, 'students', ids)
  const students = await trx
    .selectFrom('students')
    .select(['id', 'status', 'supporter_id', 'supporter_name'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  if (students.length < ids.length) throw notFound()
  // Only a record of a student who has left can wait to be anonymised.
  if (students.some(({ status }) => status !== STUDENT_ACTIVE)) throw conflict(studentMessages.notActive)
  const isNamed = (student: (typeof students)[number]) =>
    student.supporter_id === null && foldedName(student.supporter_name ?? '') === foldedName(name)
  if (!students.every(isNamed)) throw conflict(studentMessages.supporterCompleted)
  const supporterName = userName(supporter)
  await trx
    .updateTable('students')
    .set((eb) => ({
      supporter_id: supporter.id,
      supporter_name: null,
      supporter_order: orderOf(supporterName),
      version: eb('version', '+', 1),
      updated_at: at,
      updated_by: actor.id,
    }))
    .where('id', 'in', ids)
    .execute()
  await writeChanges(
    change,
    students.map(({ id: entity_id, supporter_name }) => ({
      entity: 'student',
      entity_id,
      action: 'added supporter',
      changes: { supporter: [supporterInWords({ supporter: null, supporter_name }), supporterName] },
    })),
  )
  const { supporterRegistered, supporterTaken } = studentMessages
  return (taken ? supporterTaken : supporterRegistered)(supporterName, ids.length)

  // Only roles that manage users need to be confirmed.
  function register() {
    return registerUser(change, { ...person, role_id: SUPPORTER }, services, () => undefined)
  }
}

/** Locks the user before the students, as renaming a user does. */
async function takeSupporter({ trx }: Change, id: number) {
  const user = await lockRow(trx, 'users', id, { isShared: true })
  if (!user || user.role_id !== SUPPORTER || user.status === USER_DISABLED)
    throw invalid({ email: [studentMessages.supporterUnknown] })
  return user
}
