import type { NotificationTime } from '#contract/notifications.ts'
import type { Missing, MissingState } from '#contract/records.ts'
import { canVerifyRecords } from '#contract/permissions.ts'
import { STUDENT_ACTIVE } from '#contract/students.ts'
import { type RecordKind, recordKinds } from '../recordKinds.ts'
import type { RecordToOpen } from '../RecordToOpen.ts'

export type MissingDeed = 'add' | 'edit' | 'verify'

/** What the signed-in user can do about a record. A returned one can only be edited, even by users who may verify. */
export function missingDeed(kind: RecordKind, state: MissingState, role: number): MissingDeed | undefined {
  if (state === 'unverified' && canVerifyRecords(role)) return 'verify'
  if (!recordKinds[kind].mayEdit(role)) return undefined
  return state === 'missing' ? 'add' : 'edit'
}

/** The form in which a student's record is added or edited. Only active students are listed. */
export function recordToOpen(row: Missing, kind: RecordKind, time: NotificationTime): RecordToOpen {
  const { student_id, ref, name, path } = row
  const student = { id: student_id, ref, name, path, status: STUDENT_ACTIVE }
  const id = row[recordKinds[kind].id]
  return id === null ? { deed: 'add', student, time } : { deed: 'edit', student, time, id }
}
