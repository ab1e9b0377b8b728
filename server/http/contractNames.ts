import { z } from 'zod'
import * as auth from '#contract/auth.ts'
import * as backups from '#contract/backups.ts'
import * as call from '#contract/call.ts'
import * as curricula from '#contract/curricula.ts'
import * as documents from '#contract/documents.ts'
import * as drafts from '#contract/drafts.ts'
import * as duplicates from '#contract/duplicates.ts'
import * as fields from '#contract/fields.ts'
import * as gallery from '#contract/gallery.ts'
import * as imports from '#contract/imports.ts'
import * as letters from '#contract/letters.ts'
import * as lists from '#contract/lists.ts'
import * as lookups from '#contract/lookups.ts'
import * as notifications from '#contract/notifications.ts'
import * as receipts from '#contract/receipts.ts'
import * as records from '#contract/records.ts'
import * as reportCards from '#contract/reportCards.ts'
import * as reports from '#contract/reports.ts'
import * as schools from '#contract/schools.ts'
import * as students from '#contract/students.ts'
import * as users from '#contract/users.ts'
import { errorBody } from './ApiError.ts'

/** The files of the contract that describe calls. */
const features = {
  auth,
  users,
  students,
  reportCards,
  receipts,
  documents,
  gallery,
  notifications,
  schools,
  lookups,
  letters,
  backups,
  drafts,
  imports,
  duplicates,
}

const all: object[] = [
  ...Object.values(features),
  call,
  curricula,
  fields,
  lists,
  records,
  reports,
  { errorBody },
]

/** The schemas that the contract exports, by the names of their types: `studentRowSchema` is `StudentRow`. */
export const schemaNames = z.registry<{ id: string }>()
for (const [name, value] of all.flatMap((file) => Object.entries(file)))
  if (value instanceof z.ZodType) schemaNames.add(value, { id: capitalised(name.replace(/Schema$/, '')) })

export type Feature = keyof typeof features | 'server'

/** The feature of each call. */
export const featureOf = new Map<call.Call, Feature>()
for (const [feature, file] of Object.entries(features))
  for (const [name, value] of Object.entries(file))
    if (name.endsWith('Calls'))
      for (const each of Object.values(value as call.Calls)) featureOf.set(each, feature as Feature)

export const featureWords: Record<Feature, string> = {
  auth: 'Signing in and out, and passwords',
  users: 'Users and their roles',
  students: 'Students, their galleries, and the reports that list them',
  reportCards: 'Report cards: the results of a student’s term',
  receipts: 'Receipts: the costs of a student’s term',
  documents: 'The PDFs of report cards and receipts',
  gallery: 'Adding and changing pictures and videos',
  notifications: 'The news of a term for supporters',
  schools: 'Schools and clusters',
  lookups: 'Years, terms, classes and subjects',
  letters: 'Letters on their way to the mail server',
  backups: 'Copies of every record and file',
  drafts: 'Forms that are half filled in',
  imports: 'Bringing in the rows of a sheet, and taking them back',
  duplicates: 'Students who may be the same child',
  server: 'Files, videos in pieces (by the protocol of tus.io), and the server itself',
}

export function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
