import type { NotificationTime } from '#contract/notifications.ts'
import type { StudentRow } from '#contract/students/students.ts'

/** The shown details of the student whose record is picked or edited. */
export type RecordStudent = Pick<StudentRow, 'id' | 'ref' | 'name' | 'path' | 'status'>

export type RecordAction = 'add' | 'edit'

/** The form to open: `id` is the record to edit, `time` the term of a new one. */
export type RecordToOpen = {
  action: RecordAction
  student: RecordStudent
  id?: number
  time?: NotificationTime
}
