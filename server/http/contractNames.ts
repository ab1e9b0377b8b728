import { z } from 'zod'
import * as account from '#contract/identity/account.ts'
import * as auth from '#contract/identity/auth.ts'
import * as backups from '#contract/backups.ts'
import * as call from '#contract/base/call.ts'
import * as consents from '#contract/privacy/consents.ts'
import * as consentStates from '#contract/privacy/consentStates.ts'
import * as curricula from '#contract/records/curricula.ts'
import * as documents from '#contract/records/documents.ts'
import * as drafts from '#contract/drafts.ts'
import * as duplicates from '#contract/students/duplicates.ts'
import * as fields from '#contract/base/fields.ts'
import * as gallery from '#contract/gallery.ts'
import * as imports from '#contract/imports.ts'
import * as letters from '#contract/letters.ts'
import * as lists from '#contract/base/lists.ts'
import * as lookups from '#contract/lookups.ts'
import * as notifications from '#contract/notifications.ts'
import * as receipts from '#contract/records/receipts.ts'
import * as records from '#contract/records/records.ts'
import * as reportCards from '#contract/records/reportCards.ts'
import * as accesses from '#contract/privacy/accesses.ts'
import * as erasure from '#contract/privacy/erasure.ts'
import * as reports from '#contract/reports.ts'
import * as requests from '#contract/privacy/requests.ts'
import * as schools from '#contract/schools.ts'
import * as entryExams from '#contract/students/entryExams.ts'
import * as studentCalls from '#contract/students/studentCalls.ts'
import * as studentForms from '#contract/students/studentForms.ts'
import * as students from '#contract/students/students.ts'
import * as users from '#contract/users.ts'
import { errorBody } from '../base/ApiError.ts'

/** The features that have calls: their file of the contract, and what they are about. */
const features = {
  auth: [auth, 'Signing in and out, and passwords'],
  account: [account, 'Second steps, devices and sessions of a user'],
  users: [users, 'Users and their roles'],
  students: [{ ...students, ...studentCalls }, 'Students, their galleries, and the reports that list them'],
  reportCards: [reportCards, 'Report cards: the results of a student’s term'],
  receipts: [receipts, 'Receipts: the costs of a student’s term'],
  documents: [documents, 'The fee structure and account statement of a student’s year'],
  consents: [consents, 'What families agree to, and what reaches supporters'],
  privacy: [
    { ...requests, ...erasure, ...accesses },
    'What families ask about a record, its export and its end, and who looked at it',
  ],
  gallery: [gallery, 'Adding and changing pictures and videos'],
  notifications: [notifications, 'The news of a term for supporters'],
  schools: [schools, 'Schools and clusters'],
  lookups: [lookups, 'Years, terms, classes and subjects'],
  letters: [letters, 'Letters on their way to the mail server'],
  backups: [backups, 'Copies of every record and file'],
  drafts: [drafts, 'Forms that are half filled in'],
  imports: [imports, 'Importing the rows of a sheet, and undoing it'],
  duplicates: [duplicates, 'Students who may be the same child'],
} satisfies Record<string, [object, string]>

/** The tags of the description, one for each feature. */
export const tags = [
  ...Object.entries(features).map(([name, [, description]]) => ({ name, description })),
  {
    name: 'server',
    description: 'Files, videos in pieces (by the protocol of tus.io), and the server itself',
  },
]

/** The feature of each call. */
export const featureOf = new Map<call.Call, string>()
/** The schemas that the contract exports, by the names of their types: `studentRowSchema` is `StudentRow`. */
export const schemaNames = z.registry<{ id: string }>()

const others = {
  call,
  consentStates,
  curricula,
  entryExams,
  fields,
  lists,
  records,
  reports,
  studentForms,
  server: { errorBody },
}
const files = [
  ...Object.entries(features).map(([feature, [file]]) => [feature, file] as const),
  ...Object.entries(others),
]
for (const [feature, file] of files)
  for (const [name, value] of Object.entries<unknown>(file)) {
    if (value instanceof z.ZodType) schemaNames.add(value, { id: capitalised(name.replace(/Schema$/, '')) })
    if (name.endsWith('Calls'))
      for (const each of Object.values(value as call.Calls)) featureOf.set(each, feature)
  }

export function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
