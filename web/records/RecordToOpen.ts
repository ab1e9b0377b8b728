import type { NoticeTime } from '#contract/notifications.ts'
import type { StudentRow } from '#contract/students.ts'
import type { RecordKind } from './recordKinds.ts'

/** What is shown of the student whose record is picked or edited. */
export type RecordStudent = Pick<StudentRow, 'id' | 'ref' | 'name' | 'path' | 'status'>

export type RecordDeed = 'add' | 'edit'

/** The form to open: an `id` says which record is edited, a `time` for which term one is added. */
export type RecordToOpen = { deed: RecordDeed; student: RecordStudent; id?: number; time?: NoticeTime }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the panel of report cards, or of receipts, opens when one gets there. */
    open?: RecordToOpen & { kind: RecordKind }
  }
}
