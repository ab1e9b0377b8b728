import { accountCalls, secondStepCalls, signInRuleCalls } from './identity/account.ts'
import { authCalls } from './identity/auth.ts'
import { backupCalls } from './backups.ts'
import { consentCalls } from './privacy/consents.ts'
import { documentCalls } from './records/documents.ts'
import { downloadCalls } from './downloads.ts'
import { draftCalls } from './drafts.ts'
import { duplicateCalls } from './students/duplicates.ts'
import { galleryCalls } from './gallery.ts'
import { gradeScaleCalls } from './records/gradeScales.ts'
import { importCalls } from './imports.ts'
import { letterCalls } from './letters.ts'
import { lookupCalls } from './lookups.ts'
import { notificationCalls } from './notifications.ts'
import { receiptCalls } from './records/receipts.ts'
import { reportCardCalls } from './records/reportCards.ts'
import { accessCalls } from './privacy/accesses.ts'
import { erasureCalls } from './privacy/erasure.ts'
import { requestCalls } from './privacy/requests.ts'
import { schoolCalls } from './schools.ts'
import { searchCalls } from './search.ts'
import { studentCalls } from './students/studentCalls.ts'
import { userCalls } from './users.ts'

/** Every call by name. The page imports only the type, so that its bundle contains no answer schemas. */
export const allCalls = {
  ...accountCalls,
  ...secondStepCalls,
  ...signInRuleCalls,
  ...authCalls,
  ...backupCalls,
  ...consentCalls,
  ...documentCalls,
  ...downloadCalls,
  ...draftCalls,
  ...duplicateCalls,
  ...galleryCalls,
  ...gradeScaleCalls,
  ...importCalls,
  ...letterCalls,
  ...lookupCalls,
  ...notificationCalls,
  ...receiptCalls,
  ...reportCardCalls,
  ...requestCalls,
  ...erasureCalls,
  ...accessCalls,
  ...schoolCalls,
  ...searchCalls,
  ...studentCalls,
  ...userCalls,
}

export type AllCalls = typeof allCalls
