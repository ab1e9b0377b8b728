import type { NoticeRow } from '#contract/notifications.ts'
import type { OpenGroups } from '../shared/gaps/GapGroups.tsx'

/** What was shown as missing when one left for a form, so that Back leads to it again. */
export type MissingNote = { row: NoticeRow; search: string; opened: OpenGroups }

declare module '@tanstack/react-router' {
  interface HistoryState {
    missing?: MissingNote
  }
}
