import type { NoticeTime } from '#contract/notifications.ts'
import type { Gap, GapState } from '#contract/records.ts'
import { canVerifyRecords } from '#contract/permissions.ts'
import { STUDENT_ACTIVE } from '#contract/students.ts'
import { type RecordKind, recordKinds } from '../recordKinds.ts'
import type { RecordToOpen } from '../RecordToOpen.ts'

export type MissingDeed = 'add' | 'edit' | 'verify'

/** What whoever is signed in can do about a record. What was returned waits to be mended, also by those who verify. */
export function missingDeed(kind: RecordKind, state: GapState, role: number): MissingDeed | undefined {
  if (state === 'unverified' && canVerifyRecords(role)) return 'verify'
  if (!recordKinds[kind].mayEdit(role)) return undefined
  return state === 'missing' ? 'add' : 'edit'
}

/** The form in which a student's record is added or mended. Only active students are listed. */
export function recordToOpen(row: Gap, kind: RecordKind, time: NoticeTime): RecordToOpen {
  const { student_id, ref, name, path } = row
  const student = { id: student_id, ref, name, path, status: STUDENT_ACTIVE }
  const id = row[recordKinds[kind].id]
  return id === null ? { deed: 'add', student, time } : { deed: 'edit', student, time, id }
}
