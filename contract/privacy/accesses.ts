import { z } from 'zod'
import { idParams } from '../identity/auth.ts'
import { type Calls, messageReply, reply } from '../base/call.ts'
import { idText, wholeNumberSchema, namesOf } from '../base/fields.ts'

/** How long entries are stored. */
export const ACCESS_MONTHS = 24
/** The time that the section shows first. */
export const ACCESS_DAYS = 60

/** The parts of a record whose views are counted. Lists are not. */
export const viewKinds = {
  profile: 'Profile',
  reports: 'Report cards',
  receipts: 'Receipts',
  pictures: 'Pictures',
  consents: 'Consents',
  history: 'Changes',
} as const
export type ViewKind = keyof typeof viewKinds
const views = namesOf(viewKinds)

/** How data left Elimu. */
export const departureKinds = {
  download: 'Downloaded',
  print: 'Printed',
  export: 'Exported',
  letter: 'Letter',
  mistake: 'Wrong recipient',
} as const
export type DepartureKind = keyof typeof departureKinds
const departures = namesOf(departureKinds)

/** A letter about promises for a child, sent or printed. */
export const PROMISE_LETTER = 'Letter about a promise'

/** What the page itself prints, or saves as a file. */
export const printedThings = [
  'Profile',
  'Academic Progress',
  'Financial Statements',
  'Who looked',
  'Letter of refusal',
  'Invitation to consent',
] as const
export type PrintedThing = (typeof printedThings)[number]

const count = z.number().int()
const person = { user_id: count, name: z.string(), role_id: count }

export const accessesSchema = z.object({
  /** One row for each day and person, the newest first. */
  views: z.array(z.object({ day: z.string(), ...person, counts: z.partialRecord(z.enum(views), count) })),
  /** The newest first. */
  left: z.array(
    z.object({
      id: count,
      at: z.string(),
      ...person,
      how: z.enum(departures),
      /** Such as `Report card, Term 3, 2026`. */
      what: z.string(),
      went_to: z.string(),
    }),
  ),
  /** Everybody in the two lists. */
  people: z.array(z.object(person)),
  /** The number of views in all. */
  total: count,
})
export type Accesses = z.output<typeof accessesSchema>

export const accessCalls = {
  'GET /api/students/:id/accesses': {
    summary: 'Who looked at the record of a student, and what left Elimu',
    params: idParams,
    query: z.object({
      days: wholeNumberSchema('Days', 'Days is not valid', { min: 1, max: 750 }).default(ACCESS_DAYS),
      user: idText.optional(),
    }),
    answer: reply({ data: accessesSchema }),
  },
  'POST /api/students/:id/printed': {
    summary: 'Note that something of a student was printed, or downloaded as a file that the page made',
    params: idParams,
    body: z.object({
      what: z.enum(printedThings, 'What is not known'),
      how: z.enum(['print', 'download'], 'How is not valid').default('print'),
    }),
    answer: messageReply,
  },
} as const satisfies Calls
