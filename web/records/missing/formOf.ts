import type { NoticeTime } from '#contract/notifications.ts'
import type { Gap } from '#contract/records.ts'
import { STUDENT_ACTIVE } from '#contract/students.ts'
import { type GapKind, gapKinds } from './gapKinds.ts'
import type { RecordToOpen } from './RecordToOpen.ts'

/** The form that closes a gap. Only active students have any. */
export function formOf(gap: Gap, kind: GapKind, time: NoticeTime): RecordToOpen {
  const { student_id, ref, name, path } = gap
  const student = { id: student_id, ref, name, path, status: STUDENT_ACTIVE }
  const id = gap[gapKinds[kind].id]
  return id === null ? { deed: 'add', student, time } : { deed: 'edit', student, time, id }
}
