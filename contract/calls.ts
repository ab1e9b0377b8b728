import { accountCalls, secondStepCalls, signInRuleCalls } from './identity/account.ts'
import { authCalls } from './identity/auth.ts'
import type { Calls } from './base/call.ts'
import { backupCalls } from './backups.ts'
import { calendarCalls } from './calendar.ts'
import { consentCalls } from './privacy/consents.ts'
import { noticeCalls } from './privacy/notice.ts'
import { documentCalls } from './records/documents.ts'
import { downloadCalls } from './downloads.ts'
import { draftCalls } from './drafts.ts'
import { duplicateCalls } from './students/duplicates.ts'
import { galleryCalls } from './gallery.ts'
import { gradeScaleCalls } from './records/gradeScales.ts'
import { importCalls } from './imports.ts'
import { letterCalls } from './letters.ts'
import { lookupCalls } from './lookups.ts'
import { commitmentCalls } from './money/commitments.ts'
import { fundingCalls } from './money/funding.ts'
import { paymentCalls } from './money/payments.ts'
import { planCalls } from './money/plans.ts'
import { schoolAccountCalls } from './money/schoolAccounts.ts'
import { notificationCalls } from './notifications.ts'
import { receiptCalls } from './records/receipts.ts'
import { reportCardCalls } from './records/reportCards.ts'
import { accessCalls } from './privacy/accesses.ts'
import { breachCalls } from './privacy/breaches.ts'
import { erasureCalls } from './privacy/erasure.ts'
import { processingCalls } from './privacy/processing.ts'
import { restrictionCalls } from './privacy/restriction.ts'
import { exportCalls } from './privacy/exports.ts'
import { wrongRecipientCalls } from './privacy/wrongRecipients.ts'
import { reportCalls } from './reports.ts'
import { requestCalls } from './privacy/requests.ts'
import { schoolCalls } from './schools.ts'
import { searchCalls } from './search.ts'
import { activityCalls, profileCalls, studentCalls } from './students/studentCalls.ts'
import { userCalls } from './users.ts'

/** The features that have calls: what each is about, for the description of the calls. */
export const features: { name: string; about: string; calls: Calls }[] = []

function feature<Own extends Calls>(name: string, about: string, calls: Own): Own {
  features.push({ name, about, calls })
  return calls
}

/** Every call by name. The page imports only the type, so that its bundle contains no answer schemas. */
export const allCalls = {
  ...feature('auth', 'Signing in and out, and passwords', authCalls),
  ...feature('account', 'Second steps, devices and sessions of a user', {
    ...accountCalls,
    ...secondStepCalls,
    ...signInRuleCalls,
  }),
  ...feature('users', 'Users and their roles', userCalls),
  ...feature('students', 'Students', {
    ...studentCalls,
    ...activityCalls,
    ...profileCalls,
    ...reportCalls,
  }),
  ...feature('reportCards', 'Report cards: the results of a student’s term', reportCardCalls),
  ...feature('receipts', 'Receipts: the costs of a student’s term', receiptCalls),
  ...feature('documents', 'The fee structure and account statement of a student’s year', documentCalls),
  ...feature('consents', 'What families agree to, and what reaches supporters', consentCalls),
  ...feature('privacy', 'What families ask about a record, its export and its end, and who looked at it', {
    ...requestCalls,
    ...erasureCalls,
    ...restrictionCalls,
    ...exportCalls,
    ...noticeCalls,
    ...accessCalls,
    ...breachCalls,
    ...wrongRecipientCalls,
    ...processingCalls,
  }),
  ...feature('gallery', 'Adding and changing pictures and videos', galleryCalls),
  ...feature('notifications', 'The news of a term for supporters', notificationCalls),
  ...feature('schools', 'Schools and clusters', schoolCalls),
  ...feature('lookups', 'Years, terms, classes, subjects and grade scales', {
    ...lookupCalls,
    ...gradeScaleCalls,
  }),
  ...feature('calendar', 'The school calendar: the dates of terms', calendarCalls),
  ...feature('funding', 'Fee plans, promises, and what is still to find', {
    ...fundingCalls,
    ...planCalls,
    ...commitmentCalls,
  }),
  ...feature('payments', 'Payments to schools, and their accounts', {
    ...paymentCalls,
    ...schoolAccountCalls,
  }),
  ...feature('letters', 'Letters on their way to the mail server', letterCalls),
  ...feature('backups', 'Copies of every record and file', backupCalls),
  ...feature('drafts', 'Forms that are half filled in', draftCalls),
  ...feature('imports', 'Importing the rows of a sheet, and undoing it', importCalls),
  ...feature('duplicates', 'Students who may be the same child', duplicateCalls),
  ...feature('downloads', 'Lists with all fields, and everything as spreadsheets', downloadCalls),
  ...feature('search', 'Searching students, schools and users at once', searchCalls),
  ...feature('server', 'Files, videos in pieces (by the protocol of tus.io), and the server itself', {}),
}

export type AllCalls = typeof allCalls
