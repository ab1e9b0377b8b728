import { z } from 'zod'
import { type Calls, reply } from './base/call.ts'
import { cellFormats } from './base/csv.ts'
import { wholeNumberSchema } from './base/fields.ts'

/** The lists that can be downloaded, with all fields of all rows. */
export const downloadKinds = ['students', 'users', 'schools', 'results', 'receipts'] as const
export type DownloadKind = (typeof downloadKinds)[number]

/** What the list of downloads calls each of them. */
export const downloadNames = {
  students: 'List of all students',
  users: 'List of all users',
  schools: 'List of all schools',
  results: 'All report cards',
  receipts: 'All receipts',
  everything: 'Everything as spreadsheets',
} as const satisfies Record<DownloadKind | 'everything', string>

/** Columns that Elimu writes and does not import. */
export const OWN_COLUMNS = { account: 'Account Status', record: 'Record Status' } as const

/** The heading of a subject's column: `English (result)`. */
export const resultHeading = (subject: string) => `${subject} (result)`
export const subjectInHeading = (heading: string) => /^(.+) \(result\)$/i.exec(heading.trim())?.[1]?.trim()

export const everythingPath = '/api/downloads/everything'

const cells = z.array(z.union([z.string(), z.number(), z.null()]))

export const downloadCalls = {
  'POST /api/downloads': {
    summary:
      'Some rows of a list with all fields; the first call of a download is noted, the others must follow within an hour',
    body: z.object({
      kind: z.enum(downloadKinds, 'Kind is not known'),
      after: wholeNumberSchema('After', 'After is not valid').default(0),
    }),
    answer: reply({
      headings: z.array(z.string()),
      formats: z.array(z.enum(cellFormats).nullable()),
      data: z.array(cells),
      /** The `after` of the next call; null if these are the last rows. */
      next: z.number().int().nullable(),
    }),
  },
} as const satisfies Calls
