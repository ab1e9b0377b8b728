import type { NotificationTime } from '#contract/notifications.ts'
import type { StudentRow } from '#contract/students.ts'

/** What is shown of the student whose record is picked or edited. */
export type RecordStudent = Pick<StudentRow, 'id' | 'ref' | 'name' | 'path' | 'status'>

export type RecordDeed = 'add' | 'edit'

/** The form to open: an `id` says which record is edited, a `time` for which term one is added. */
export type RecordToOpen = { deed: RecordDeed; student: RecordStudent; id?: number; time?: NotificationTime }
