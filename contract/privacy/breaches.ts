import { z } from 'zod'
import { idParams } from '../identity/auth.ts'
import { type Calls, type FieldErrors, messageReply, reply } from '../base/call.ts'
import { dayOf, instantOf, timeOf } from '../base/days.ts'
import { daySchema, id, idText, knownVersion, lineSchema, orNone, textSchema } from '../base/fields.ts'

/** Kenya's Data Protection Act, section 43: the commissioner must be notified within so many hours of the discovery. */
export const BREACH_HOURS = 72
/** The most students that one breach can list. */
export const BREACH_STUDENTS = 5_000
const HOUR_MS = 60 * 60_000

/** The deadline for notifying the commissioner. */
export const breachDueAt = (known_at: string) => new Date(Date.parse(known_at) + BREACH_HOURS * HOUR_MS)

/** The whole hours until that deadline; negative after it. */
export const hoursLeft = (known_at: string, now: Date) =>
  Math.floor((breachDueAt(known_at).getTime() - now.getTime()) / HOUR_MS)

export const breachMessages = {
  saved: 'Breach saved.',
  whatRequired: 'What happened cannot be empty',
  dataRequired: 'Which data cannot be empty',
  noticerRequired: 'Who noticed it cannot be empty',
  happenedRequired: 'Happened on cannot be empty',
  knownRequired: 'Known since cannot be empty',
  timeWrong: 'Write the time as 14:05',
  knownAhead: 'Known since cannot be later than now',
  happenedLater: 'Happened on cannot be after the day on which it was known',
  toldEarlier: 'This cannot be before the breach was known',
  toldAhead: 'This cannot be after today',
  reasonRequired: 'Write why the commissioner or the families were not told',
  studentsUnknown: 'A chosen student is not known',
  tooMany: `Choose at most ${BREACH_STUDENTS.toLocaleString('en')} students`,
  toBeforeFrom: 'To cannot be before From',
  changed: 'Somebody else has changed this breach. Load it again.',
  /** Replaces texts that named a child whose record was anonymised. */
  removed: 'Removed: it named a child whose record was anonymised.',
} as const

const TEXT_MAX = 2_000

const required = {
  what: textSchema('What happened', breachMessages.whatRequired, TEXT_MAX),
  data: textSchema('Which data', breachMessages.dataRequired, TEXT_MAX),
  noticed_by: lineSchema('Who noticed it', breachMessages.noticerRequired),
  happened_on: daySchema('Happened on', breachMessages.happenedRequired),
  known_on: daySchema('Known since', breachMessages.knownRequired),
  known_time: z
    .string(breachMessages.timeWrong)
    .trim()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, breachMessages.timeWrong),
}
const later = {
  done: orNone(textSchema('What was done', 'What was done is not valid', TEXT_MAX)),
  /** The days on which the commissioner and the families were notified. */
  commissioner_on: orNone(daySchema('Commissioner told on', 'Commissioner told on is not valid')),
  families_on: orNone(daySchema('Families told on', 'Families told on is not valid')),
  /** Why the commissioner or the families were not notified. */
  reason: orNone(textSchema('Reason', breachMessages.reasonRequired, TEXT_MAX)),
  /** The children whom the breach concerns. */
  student_ids: z
    .array(id(breachMessages.studentsUnknown))
    .max(BREACH_STUDENTS, breachMessages.tooMany)
    .default([]),
  is_closed: z.boolean().default(false),
}

export const breachForm = z.object({ ...required, ...later })
export type BreachForm = z.output<typeof breachForm>

/** Fields that a change omits stay as they are. */
export const breachChange = z
  .object({
    ...required,
    done: later.done.unwrap(),
    commissioner_on: later.commissioner_on.unwrap(),
    families_on: later.families_on.unwrap(),
    reason: later.reason.unwrap(),
    student_ids: later.student_ids.unwrap(),
    is_closed: later.is_closed.unwrap(),
  })
  .partial()
  .extend(knownVersion.shape)
export type BreachChange = z.output<typeof breachChange>

/** Takes the instant `known_at`, as answers name it, in place of `known_on` and `known_time`. */
const withInstant = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((body) => {
    const { known_at, ...form } = { ...Object(body) } as Record<string, unknown>
    if (known_at === undefined) return body
    const known = new Date(typeof known_at === 'string' ? known_at : NaN)
    // Refused as a day.
    if (Number.isNaN(known.getTime())) return { known_on: known_at, ...form }
    return { known_on: dayOf(known), known_time: timeOf(known), ...form }
  }, schema)

export const knownAt = ({ known_on, known_time }: Pick<BreachForm, 'known_on' | 'known_time'>) =>
  instantOf(known_on, known_time).toISOString()

/** The rules between the fields. */
export function breachErrors(form: BreachForm, now: Date): FieldErrors {
  const { known_on, happened_on, commissioner_on, families_on, is_closed, reason } = form
  const errors: FieldErrors = {}
  if (knownAt(form) > now.toISOString()) errors['known_on'] = [breachMessages.knownAhead]
  if (happened_on > known_on) errors['happened_on'] = [breachMessages.happenedLater]
  for (const [field, on] of Object.entries({ commissioner_on, families_on })) {
    if (on !== null && on < known_on) errors[field] = [breachMessages.toldEarlier]
    if (on !== null && on > dayOf(now)) errors[field] = [breachMessages.toldAhead]
  }
  if (is_closed && (commissioner_on === null || families_on === null) && reason === null)
    errors['reason'] = [breachMessages.reasonRequired]
  return errors
}

const count = z.number().int()

const breachStudent = z.object({ id: count, name: z.string(), ref: z.string() })
export type BreachStudent = z.output<typeof breachStudent>

export const breachSchema = z.object({
  id: count,
  version: count,
  what: z.string(),
  data: z.string(),
  noticed_by: z.string(),
  happened_on: z.string(),
  /** The discovery, from which the 72 hours are counted. */
  known_at: z.string(),
  done: z.string().nullable(),
  commissioner_on: z.string().nullable(),
  families_on: z.string().nullable(),
  reason: z.string().nullable(),
  students: z.array(breachStudent),
  /** How many other students it concerned, whose records have been anonymised since. */
  anonymised: count,
  noted_by: z.string(),
  noted_at: z.string(),
  closed_at: z.string().nullable(),
})
export type Breach = z.output<typeof breachSchema>

/** An open breach in My work. */
export const openBreachSchema = breachSchema.pick({
  id: true,
  what: true,
  known_at: true,
  commissioner_on: true,
  families_on: true,
})
export type OpenBreach = z.output<typeof openBreachSchema>

/** The students whom a breach through a user's account may concern. */
export const concernedSchema = z.object({
  students: z.array(
    breachStudent.extend({
      /** On how many days the user opened something of the record, and how many times something left Elimu. */
      days: count,
      left: count,
    }),
  ),
  /** Downloads of whole lists: they concern every student of the list. */
  lists: z.array(z.object({ at: z.string(), what: z.string() })),
})
export type Concerned = z.output<typeof concernedSchema>

const saved = reply({ message: z.string(), data: breachSchema })

export const breachCalls = {
  'GET /api/breaches': {
    summary: 'The register of breaches: the open ones, the first due first, then the closed ones',
    answer: reply({ data: z.array(breachSchema) }),
  },
  'GET /api/breaches/open': {
    summary: 'The open breaches without their students, the first due first',
    answer: reply({ data: z.array(openBreachSchema) }),
  },
  'GET /api/breaches/concerned': {
    summary: 'The students whose records a user opened, or took something of, between two days',
    query: z.object({
      user: idText,
      from: daySchema('From', 'From cannot be empty'),
      to: daySchema('To', 'To cannot be empty'),
    }),
    answer: reply({ data: concernedSchema }),
  },
  'POST /api/breaches': {
    summary: 'Note a breach; `known_at` may replace `known_on` and `known_time`',
    body: withInstant(breachForm),
    answer: saved,
  },
  'PATCH /api/breaches/:id': {
    summary: 'Change a breach: what was done, who was told, or close it',
    params: idParams,
    body: withInstant(breachChange),
    answer: saved,
  },
  'POST /api/breaches/:id/printed': {
    summary: 'Note that the letters to the families of all its children were printed',
    params: idParams,
    answer: messageReply,
  },
} as const satisfies Calls
