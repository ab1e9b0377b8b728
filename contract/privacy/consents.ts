import { z } from 'zod'
import { idParams } from '../identity/auth.ts'
import { type Calls, messageReply, reply, VALUE_NOT_VALID } from '../base/call.ts'
import { daysFrom } from '../base/days.ts'
import { daySchema, id, idText, lineSchema, orNone, textSchema, namesOf } from '../base/fields.ts'
import { studentFile } from '../base/files.ts'
import { fold, listMeta, listQuery } from '../base/lists.ts'
import {
  adultOn,
  givers,
  isAskedToo,
  lastDayOfChild,
  notShared,
  type Purpose,
  purposes,
  purposeStatesSchema,
} from './consentStates.ts'
import { noticeMessages, VERSION_MAX } from './notice.ts'
import { consentMessages, gateModes, HOLD_DAYS, howWords, studentConsents } from './consentWords.ts'

/** A student's consent ends soon if one of the counted purposes ends within so many days. */
export const ENDS_SOON_DAYS = 90
const CONTACT_MAX = 300
const LETTER_MAX = 2_000

const hows = namesOf(howWords)

const studentConsentNames = namesOf(studentConsents)

const answer = z.enum(['yes', 'no'], VALUE_NOT_VALID)
const childAnswer = z.enum(['yes', 'no', 'not_asked'], VALUE_NOT_VALID)
const ofEach = <Answer extends z.ZodType>(of: Answer) =>
  z.object(Object.fromEntries(purposes.map((purpose) => [purpose, of.optional()]))) as unknown as z.ZodType<
    Partial<Record<Purpose, z.output<Answer>>>
  >
export const answersSchema = ofEach(answer)
export const childAnswersSchema = ofEach(childAnswer)

/** The form without the rules that depend on the student and the day. A purpose without an answer stays as it was. */
export const consentBody = z.object({
  given_by: z.enum(givers, consentMessages.giverRequired),
  name: lineSchema('Name', 'Name cannot be empty'),
  how: z.enum(hows, consentMessages.howRequired),
  witness: orNone(lineSchema('Witness', 'Witness is not valid')),
  notice_version: orNone(lineSchema('Notice version', noticeMessages.unknown, VERSION_MAX)),
  explained_by: orNone(lineSchema('Explained by', 'Explained by is not valid')),
  place: orNone(lineSchema('Place', 'Place is not valid')),
  given_on: daySchema('Date', 'Date cannot be empty'),
  /** By default the day before the 18th birthday; the consent of a student has no end. */
  until: orNone(daySchema('Until', 'Until is not valid')),
  answers: answersSchema.optional().default({}),
  child_answers: childAnswersSchema.optional().default({}),
})
export type ConsentForm = z.output<typeof consentBody>

const wordsOf = (name: string) =>
  fold(name)
    .split(/[\s,;.()]+/)
    .filter(Boolean)

/** Whether all words of one name are in the other, in any order: `Akinyi Rose` is in `Rose Akinyi, mother`. */
function isSamePerson(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)]
  return words.every((word) => others.includes(word)) || others.every((word) => words.includes(word))
}

/** The same with the rules. Without a date of birth the age is not checked. */
export const consentForm = ({ dob, today }: { dob: string | null; today: string }) =>
  consentBody
    .superRefine((form, context) => {
      const refuse = (field: keyof ConsentForm, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message })
      const { given_by, given_on, until, how, witness, name, answers, child_answers } = form
      if (given_on > today) refuse('given_on', consentMessages.givenAhead)
      else if (dob && given_on < dob) refuse('given_on', consentMessages.givenBeforeBirth)
      const isOfAge = dob === null ? given_by === 'student' : given_on >= adultOn(dob)
      if (given_by === 'student' && !isOfAge) refuse('given_by', consentMessages.studentTooYoung)
      if (given_by !== 'student' && isOfAge) refuse('given_by', consentMessages.studentOfAge)
      if (given_by !== 'student' && until !== null) {
        if (until < given_on) refuse('until', consentMessages.untilTooEarly)
        else if (dob && until > lastDayOfChild(dob)) refuse('until', consentMessages.untilTooLate)
      }
      if (how !== 'signed' && witness === null) refuse('witness', consentMessages.witnessRequired)
      else if (witness !== null && !/\s/.test(witness)) refuse('witness', consentMessages.witnessFullName)
      else if (witness !== null && isSamePerson(witness, name))
        refuse('witness', consentMessages.witnessIsGiver)
      const childSpoke = Object.values(child_answers).some((said) => said !== 'not_asked')
      if (Object.keys(answers).length === 0 && !childSpoke) refuse('answers', consentMessages.answerRequired)
      if (childSpoke && (given_by === 'student' || (dob && !isAskedToo(dob, given_on))))
        refuse('child_answers', consentMessages.childTooYoung)
    })
    // The default end is not stored, so that it follows a corrected date of birth.
    .transform((form) => ({
      ...form,
      until: form.given_by === 'student' || (dob && form.until === lastDayOfChild(dob)) ? null : form.until,
    }))

export const voidForm = z.object({ reason: textSchema('Reason', consentMessages.reasonRequired, 500) })

/** At least 9 digits. What begins otherwise may be a post box and its code: `30258-00100`. */
const TELEPHONE = /(?<!\d)(?:0|254|\+\d)(?:[ ()./-]*\d){8,}/g
const WORD = /\p{L}{3,}/gu

/** The charity's telephone and address, for the printed form: a family must know whom to call and where to write. */
export const contactForm = z.object({
  contact: textSchema('Contact', consentMessages.contactRequired, CONTACT_MAX).superRefine(
    (contact, context) => {
      const address = contact.replace(TELEPHONE, ' ')
      const lacks = { telephone: address === contact, address: (address.match(WORD)?.length ?? 0) < 2 }
      if (lacks.telephone || lacks.address)
        context.addIssue({ code: 'custom', message: consentMessages.contactLacks(lacks) })
    },
  ),
})

/** `from` is the first day on which what has no consent is hidden. */
export const gateForm = z.object({
  mode: z.enum(namesOf(gateModes), VALUE_NOT_VALID),
  from: orNone(daySchema('From', consentMessages.fromRequired)),
  contact: orNone(contactForm.shape.contact),
})
export type GateForm = z.output<typeof gateForm>

/** The first day from which hiding may begin. */
export const earliestHold = (today: string) => daysFrom(today, HOLD_DAYS)

export const deletionForm = z.object({
  supporter_id: id('Supporter cannot be empty'),
  text: textSchema('Text', consentMessages.letterRequired, LETTER_MAX),
})

const count = z.number().int()

export const consentSchema = z.object({
  id: count,
  given_by: z.enum(givers),
  name: z.string(),
  how: z.enum(hows),
  witness: z.string().nullable(),
  /** The version of the privacy notice that was shown. */
  notice_version: z.string().nullable(),
  explained_by: z.string().nullable(),
  place: z.string().nullable(),
  given_on: z.string(),
  until: z.string().nullable(),
  answers: answersSchema,
  /** Null if the child was not asked. */
  child_answers: childAnswersSchema.nullable(),
  form: z.object({ path: z.string(), name: z.string(), type: z.string(), bytes: count }).nullable(),
  recorded_by: z.string(),
  recorded_at: z.string(),
  void: z.object({ reason: z.string(), by: z.string(), at: z.string() }).nullable(),
})
export type Consent = z.output<typeof consentSchema>

/** The letters about a student that a supporter got before a withdrawal, and a text that asks to delete them. */
export const deletionRequestSchema = z.object({
  supporter_id: count,
  supporter: z.string(),
  /** The withdrawn purposes. */
  purposes: notShared,
  letters: z.array(z.object({ id: count, subject: z.string(), sent_at: z.string() })),
  text: z.string(),
  /** When the supporter was last asked. */
  asked_at: z.string().nullable(),
})
export type DeletionRequest = z.output<typeof deletionRequestSchema>

export const studentConsentsSchema = z.object({
  states: purposeStatesSchema,
  /** The newest first, void ones included. */
  consents: z.array(consentSchema),
  /** The purposes that the supporter may see today. */
  shared: notShared,
  has_supporter: z.boolean(),
  /** Whether the supporter lives outside Kenya, or in a country that is not known. */
  is_abroad: z.boolean(),
  /** The day on which a No to keeping the record asked for erasure; only for those who decide about it. */
  erasure_on: z.string().nullable(),
  /** One for each supporter; only for those who may see supporters. */
  deletions: z.array(deletionRequestSchema),
})
export type StudentConsents = z.output<typeof studentConsentsSchema>

/**
 * `refused_long`: some refused, and nobody has answered for a year. `needs_action`: not recorded, ended, or ending soon.
 * `erasure`: the family asked for erasure; includes students who have left.
 */
export const consentFilters = [
  ...studentConsentNames,
  'refused_long',
  'ends_soon',
  'needs_action',
  'erasure',
] as const
export type ConsentFilter = (typeof consentFilters)[number]

export const consentRowSchema = z.object({
  id: count,
  ref: z.string(),
  name: z.string(),
  status: count,
  dob: z.string().nullable(),
  path: z.string().nullable(),
  school: z.string(),
  liaison: z.string(),
  state: z.enum(studentConsentNames),
  ends_soon: z.boolean(),
  /** The earliest end of a counted purpose; null if none has an end. */
  until: z.string().nullable(),
  publication: z.enum(['given', 'refused', 'ended', 'not_recorded']),
  erasure_on: z.string().nullable(),
})
export type ConsentRow = z.output<typeof consentRowSchema>

/** What the profile says of a student's consents before somebody opens them. */
export const consentSummarySchema = consentRowSchema
  .pick({ state: true, ends_soon: true, until: true, publication: true })
  .extend({
    /** The path of the newest form that is not void. */
    form: z.string().nullable(),
  })
export type ConsentSummary = z.output<typeof consentSummarySchema>

/** An active student just before or after the 18th birthday, from which on only they can consent. */
export const newAdultSchema = z.object({
  id: count,
  ref: z.string(),
  name: z.string(),
  dob: z.string(),
  path: z.string().nullable(),
  school: z.string(),
  liaison: z.string(),
})
export type NewAdult = z.output<typeof newAdultSchema>
/** How long before and after it they are listed. */
export const NEW_ADULT_DAYS = 60

export const consentCountsSchema = z.object({
  students: count,
  full: count,
  some_refused: count,
  ended: count,
  not_recorded: count,
  ends_soon: count,
  publication: count,
})
export type ConsentCounts = z.output<typeof consentCountsSchema>

export const gateSchema = z.object({
  mode: gateForm.shape.mode,
  from: z.string().nullable(),
  contact: z.string().nullable(),
  /** The day for purposes that were added after the gate was set, if it is later. */
  added_from: z.string().nullable(),
  /** Whether data without consent is hidden now. */
  is_held: z.boolean(),
  /** The first day from which hiding may begin, if it is planned today. */
  earliest: z.string(),
  /** The active students whom hiding would affect today, and their supporters. */
  affected: z.object({ students: count, supporters: count }),
})
export type ConsentGate = z.output<typeof gateSchema>

/** What is printed on the forms of students. */
export const printedFormsSchema = z.object({
  contact: z.string(),
  /** The newest version of the privacy notice; null if none is saved. */
  notice_version: z.string().nullable(),
  students: z.array(
    z.object({
      id: count,
      ref: z.string(),
      name: z.string(),
      dob: z.string().nullable(),
      school: z.string(),
      /** Null for users who may not see it. */
      liaison: z.string().nullable(),
      has_supporter: z.boolean(),
      /** Null if it is not known. */
      supporter_country: z.string().nullable(),
    }),
  ),
})
export type PrintedForms = z.output<typeof printedFormsSchema>

const consentsSaved = reply({ message: z.string(), data: studentConsentsSchema })

export const consentCalls = {
  'GET /api/students/:id/consents': {
    summary: 'What a family has agreed to, and the documents of it',
    params: idParams,
    answer: reply({ data: studentConsentsSchema }),
  },
  'POST /api/students/:id/consents': {
    summary: 'Record a consent',
    params: idParams,
    body: consentBody,
    uploads: { form: studentFile },
    answer: consentsSaved,
  },
  'POST /api/students/:id/consents/letter': {
    summary: 'Ask a supporter to delete what is no longer shared',
    params: idParams,
    body: deletionForm,
    answer: messageReply,
  },
  'POST /api/consents/:id/void': {
    summary: 'Mark a consent as void',
    params: idParams,
    body: voidForm,
    answer: consentsSaved,
  },
  'GET /api/consents?query=list': {
    summary: 'The active students by the state of their consent',
    query: listQuery.extend({
      state: z.enum(consentFilters, 'State is not valid').optional(),
      school: idText.optional(),
    }),
    answer: reply({ data: z.array(consentRowSchema), meta: listMeta }),
    isDefault: true,
  },
  'GET /api/consents?query=counts': {
    summary: 'How many active students have which state, by school',
    answer: reply({
      data: z.object({
        all: consentCountsSchema,
        schools: z.array(consentCountsSchema.extend({ school_id: count, school: z.string() })),
        /** Counts all students; null for users who may not set it. */
        erasures: count.nullable(),
      }),
    }),
  },
  'GET /api/consents?query=adults': {
    summary: 'The caller’s own active students who come of age, without a consent of their own',
    answer: reply({ data: z.array(newAdultSchema) }),
  },
  'GET /api/consents?query=forms': {
    summary:
      'What is printed on the consent form of a student, or on those of the active students of a school',
    query: z.object({
      student: idText.optional(),
      school: idText.optional(),
      state: z.enum(['needs_action'], 'State is not valid').optional(),
    }),
    answer: reply({ data: printedFormsSchema }),
  },
  'GET /api/consents/gate': {
    summary: 'Whether supporters see what has no consent, and the contact on printed forms',
    answer: reply({ data: gateSchema }),
  },
  'PUT /api/consents/gate': {
    summary: 'Set the gate: whether and from when data without consent is hidden',
    body: gateForm,
    answer: reply({ message: z.string(), data: gateSchema }),
  },
} as const satisfies Calls
