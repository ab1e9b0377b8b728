import type { authCalls } from './auth.ts'
import type { documentCalls } from './documents.ts'
import type { draftCalls } from './drafts.ts'
import type { galleryCalls } from './gallery.ts'
import type { letterCalls } from './letters.ts'
import type { lookupCalls } from './lookups.ts'
import type { notificationCalls } from './notifications.ts'
import type { receiptCalls } from './receipts.ts'
import type { reportCalls } from './reportCards.ts'
import type { schoolCalls } from './schools.ts'
import type { studentCalls } from './students.ts'
import type { userCalls } from './users.ts'

/** Every call, by its name. Types alone: the page carries no schema of an answer. */
export type AllCalls = typeof authCalls &
  typeof documentCalls &
  typeof draftCalls &
  typeof galleryCalls &
  typeof letterCalls &
  typeof lookupCalls &
  typeof notificationCalls &
  typeof receiptCalls &
  typeof reportCalls &
  typeof schoolCalls &
  typeof studentCalls &
  typeof userCalls
