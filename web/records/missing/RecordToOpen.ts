import type { NoticeTime } from '#contract/notifications.ts'
import type { RecordDeed } from '../activities/useRecordActivities.ts'
import type { RecordStudent } from '../RecordStudent.ts'
import type { RecordKind } from '../recordKinds.ts'

/** The form in which a missing record is added: for a new record of a term, or for one that is there. */
export type RecordToOpen = { deed: RecordDeed; student: RecordStudent; time: NoticeTime; id?: number }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the panel of reports, or of receipts, opens as one gets there. */
    open?: RecordToOpen & { kind: RecordKind }
  }
}
