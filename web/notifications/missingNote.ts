import type { NoticeRow } from '#contract/notifications.ts'
import type { OpenGroups } from '../records/missing/MissingGroups.tsx'

/** What was shown as missing, and at which student one left for a form, so that Back leads there again. */
export type MissingNote = { row: NoticeRow; search: string; opened: OpenGroups; place: number }

declare module '@tanstack/react-router' {
  interface HistoryState {
    missing?: MissingNote
  }
}
