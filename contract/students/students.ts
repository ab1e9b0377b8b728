import { z } from 'zod'
import { notShared, type SharedPurpose } from '../privacy/consentStates.ts'
import {
  answerShape,
  byDefault,
  choice,
  day,
  type Field,
  type Fields,
  namesOf,
  fieldsOf,
  labelsOf,
  line,
  mapped,
  optional,
  orNull,
  reference,
  text,
  wholeNumber,
  word,
} from '../base/fields.ts'
import { consentSummarySchema } from '../privacy/consents.ts'
import { erasureSchema } from '../privacy/erasure.ts'
import { restrictionSchema } from '../privacy/restriction.ts'
import { searchText } from '../base/lists.ts'
import { phone } from '../base/phone.ts'
import { NOT_KNOWN, orUnknown } from '../base/unknown.ts'
import { studentTerms } from '../records/records.ts'
import { studentTaskSchema } from '../records/steps.ts'
import { DEFAULT_EXAM, entryExamNames, entryExams, examPapers, paperKinds } from './entryExams.ts'

export const genders = { 1: 'Male', 2: 'Female' } as const
export const categories = { 1: 'High School', 2: 'Special' } as const
export const studentStatuses = { 0: 'Active', 1: 'Discontinued', 2: 'Withdrawn', 3: 'Graduated' } as const
export const STUDENT_ACTIVE = 0

export const pathways = ['STEM', 'Social Sciences', 'Arts and Sports Science'] as const

export const KCPE_MAX = 500
export const SIBLINGS_MAX = 30
export const BACKGROUND_MAX = 5_000
/** An earlier date of birth is a typing error. */
export const BORN_FROM = '1950-01-01'

const students = (count: number) => (count === 1 ? '1 student' : `${count} students`)

const { certificate, 'result slip': resultSlip } = examPapers

export const studentMessages = {
  saved: 'Student saved.',
  pictureSaved: 'Picture saved.',
  certificateSaved: certificate.saved,
  slipSaved: resultSlip.saved,
  supporterSaved: 'Supporter saved.',
  supporterRemoved: 'Supporter removed.',
  supporterRegistered: (name: string, count: number) => `${name} is registered, for ${students(count)}.`,
  supporterTaken: (name: string, count: number) =>
    `${name} was registered already, and is the supporter of ${students(count)} now.`,
  supporterCompleted: 'Somebody has given this supporter an address in the meantime.',
  statusSaved: 'Status saved.',
  statusesSaved: (count: number) =>
    count === 0 ? 'All of them have this status already.' : `Status of ${students(count)} saved.`,
  statusesUndone: (count: number, changedSince: number) =>
    [
      `${students(count)} ${count === 1 ? 'has' : 'have'} the former status again.`,
      changedSince > 0 && `${students(changedSince)} ${changedSince === 1 ? 'was' : 'were'} changed since.`,
    ]
      .filter(Boolean)
      .join(' '),
  studentsRequired: 'Choose at least one student',
  confirmStatus: (count: number, status: string) =>
    `Are You Sure You Want To Set the Status of ${students(count)} to ${status}?`,
  notActive: 'Student is not Active',
  hasSupporter: 'Student already has a Supporter',
  hasStatus: 'Student already has this Status',
  nothingSent: 'No change was sent.',
  putForm:
    'The form of a student is saved with PUT. PATCH changes picture, certificate, supporter and status.',
  pictureRequired: 'Please Select Student Profile Picture for upload',
  certificateRequired: certificate.required,
  slipRequired: resultSlip.required,
  supporterRequired: 'Student Supporter cannot be empty',
  statusRequired: 'Student Status cannot be empty',
  liaisonUnknown: 'Student Liaison Officer must be an active user who may hold students',
  supporterUnknown: 'Student Supporter must be a supporter who is not disabled',
  schoolUnknown: 'Student Current School is not known',
  registeredAfterBirth: 'Student Date of Registration cannot be before Date of Birth',
  confirmRemoval: (name: string) => `Are You Sure You Want To Remove Supporter From ${name}?`,
  changedMeanwhile: (name: string) => `${name} changed this student while you were typing.`,
} as const

/** What supporters see if the family agreed to it. The other fields are for staff only. */
const profile = { sharedUnder: 'profile' } as const
const progress = { sharedUnder: 'progress' } as const

/** The fields of the form, in the order of histories and imports. */
export const studentFields = fieldsOf('Student', {
  name: line('Name', { called: 'name', ...profile }),
  category: choice('Category Type', categories, { placeholder: 'Please Select Category', ...profile }),
  gender: orUnknown(choice('Gender', genders, profile)),
  dob: orUnknown(day('Date of Birth', { from: BORN_FROM, before: 'today', ...profile })),
  dor: orUnknown(day('Date of Registration', { until: 'today', ...profile })),
  entry_exam: byDefault(word('Entry Exam', entryExamNames, progress), DEFAULT_EXAM),
  /** Null for every exam other than KCPE. */
  kcpe: orUnknown(orNull(wholeNumber('KCPE Score', { max: KCPE_MAX, outOf: KCPE_MAX, ...progress })), null),
  assessment_no: optional(line('Assessment No.', { placeholder: 'As on the slip', ...progress })),
  pathway: optional(word('Pathway', pathways, { placeholder: 'Select pathway', ...profile })),
  ambition: orUnknown(line('Ambition', profile)),
  siblings: orUnknown(wholeNumber('Number of Siblings', { max: SIBLINGS_MAX, ...profile })),
  languages: orUnknown(line('Languages Spoken', profile)),
  school_id: reference('Current School', { many: true, placeholder: 'Please Select School', ...profile }),
  /** The number at the current school. */
  admission_no: optional(line('Admission No.', { max: 50 })),
  background: orUnknown(text('Background', { max: BACKGROUND_MAX, ...profile })),
  mother: orUnknown(line('Mother', profile)),
  father: orUnknown(line('Father', profile)),
  guardian: orUnknown(line('Guardian', profile)),
  guardian_phone: optional(phone('Guardian’s Phone')),
  liaison_id: reference('Liaison Officer', { many: true, ...profile }),
})
export type StudentField = keyof typeof studentFields
/** The facts as they are stored. */
export type StudentFacts = { [Name in StudentField]: z.output<(typeof studentFields)[Name]['answer']> }

/**
 * What a supporter sees of a student, by what the family is asked. Answers have null in place of a fact that is not shared,
 * and of the name the first word. The class is always seen.
 */
export const sharedFacts: Record<string, SharedPurpose | null> = {
  ...mapped(studentFields, ({ sharedUnder }) => sharedUnder),
  age: 'profile',
  school: 'profile',
  liaison: 'profile',
  left_in: 'profile',
  path: 'pictures',
  cert: 'progress',
  paper: 'progress',
}

/** The labels of a student's unknown facts, including texts that say so. */
export const unknownFacts = (
  student: Omit<StudentFacts, 'liaison_id'> & Record<'liaison_id', number | null>,
): string[] =>
  namesOf(studentFields).flatMap((name) => {
    const { label, mayBeUnknown }: Field = studentFields[name]
    const applies = name !== 'kcpe' || entryExams[student.entry_exam].isScored
    const isUnknown = student[name] === null || student[name] === NOT_KNOWN
    return mayBeUnknown && applies && isUnknown ? label : []
  })

/** The fields that are changed outside the form. */
export const otherFields = fieldsOf('Student', {
  supporter_id: reference('Supporter'),
  status: choice('Status', studentStatuses),
})

/** A status as a sheet may give it, with its day and reason. */
export const statusFields = fieldsOf('Student', {
  status: optional(choice('Status', studentStatuses)),
  status_on: optional(day('Status Day', { until: 'today' })),
  status_reason: optional(line('Status Reason')),
})

/** What a sheet may say besides the form. */
export const importedFields = {
  ...fieldsOf('Student', { class_id: optional(reference('Class')) }),
  ...statusFields,
}

/** The labels of everything that a student's history shows. */
export const studentLabels = {
  ref: 'Ref',
  ...labelsOf(studentFields),
  class: importedFields.class_id.label,
  picture: 'Profile Picture',
  certificate: 'KCPE Certificate',
  'result slip': 'Result Slip',
  ...labelsOf(otherFields),
  status_on: 'On',
  restricted_on: 'Restricted on',
  reason: 'Reason',
} as const

export const entryExamSchema = studentFields.entry_exam.answer

/** The same value, which is null in an answer to a supporter with whom it is not shared. */
const ifShared = <Schema extends z.ZodType>(schema: Schema) => schema.nullable() as unknown as Schema
const factsIfShared = <List extends Fields>(fields: List) =>
  mapped(fields, (field) => ({ ...field, answer: ifShared(field.answer) })) as unknown as List

const shownFacts = answerShape(factsIfShared(studentFields))

/** A row of the students list. Liaison officer and supporter are null for users who may not see them. */
export const studentRowSchema = z.object({
  id: z.number().int(),
  ref: z.string(),
  status: z.number().int(),
  name: shownFacts.name,
  category: shownFacts.category,
  entry_exam: shownFacts.entry_exam,
  liaison: z.string().nullable(),
  supporter: z.string().nullable(),
  /** Admission number and phone numbers as staff search for them; null for supporters. */
  numbers: z.string().nullable(),
  /** The path of the picture. */
  path: z.string().nullable(),
  /** Since when the use of the record is restricted. */
  restricted_on: z.string().nullable(),
})
export type StudentRow = z.output<typeof studentRowSchema>

/** A row of Academics, Finance or Gallery: with the states of the newest year's terms if they were asked for. */
export const activityRowSchema = studentRowSchema.extend({ terms: studentTerms.optional() })
export type ActivityRow = z.output<typeof activityRowSchema>

const yearOfRecords = z.object({ id: z.number().int(), year_name: z.string() })

export const studentSchema = studentRowSchema.omit({ numbers: true, restricted_on: true }).extend({
  ...shownFacts,
  /** Null once the record is anonymised. */
  liaison_id: z.number().int().nullable(),
  school: ifShared(z.string()),
  /** From the newest report card, or else from an import. */
  class: z.string().nullable(),
  class_id: z.number().int().nullable(),
  supporter_id: z.number().int().nullable(),
  /** The name of a supporter who has no email yet; null for users who may not see supporters. */
  supporter_name: z.string().nullable(),
  /** The path of the KCPE certificate or result slip. */
  cert: z.string().nullable(),
  /** The kind of that document: the one of an earlier exam stays until it is replaced. */
  paper: z.enum(paperKinds).nullable(),
  age: z.number().int().nullable(),
  annual_rep: z.array(yearOfRecords),
  annual_finance: z.array(yearOfRecords),
  version: z.number().int(),
  not_shared: notShared,
})
export type Student = z.output<typeof studentSchema>

/** A student as the profile shows them, with the steps that the caller can take, the most urgent first. */
export const studentProfileSchema = studentSchema.extend({
  todo: z.array(studentTaskSchema),
  /** Null for those who may not see consents. */
  consent: consentSummarySchema.nullable(),
  /** Set if the record waits to be anonymised, or is. */
  erasure: erasureSchema.nullable(),
  /** Set while the use of the record is restricted. */
  restriction: restrictionSchema.nullable(),
})
export type StudentProfile = z.output<typeof studentProfileSchema>

/** A student to edit, with the ids of the users who added and last saved them, null once the record is anonymised. */
export const studentToEditSchema = studentSchema.extend({
  created_by: z.number().int().nullable(),
  updated_by: z.number().int().nullable(),
})
export type StudentToEdit = z.output<typeof studentToEditSchema>

/** A user who can be chosen for a student. */
export const personSchema = z.object({ id: z.number().int(), name: z.string(), status: z.number().int() })
export type Person = z.output<typeof personSchema>

/** A supporter whose email is not known, with their active students. */
export const namedSupporterSchema = z.object({
  name: z.string(),
  students: z.array(z.object({ id: z.number().int(), name: z.string(), ref: z.string() })),
})
export type NamedSupporter = z.output<typeof namedSupporterSchema>

type Searched = Pick<StudentRow, 'name' | 'ref' | 'liaison' | 'numbers'>
/** The text that searches use: name and ref, for staff also the numbers, and for some roles the liaison officer's name. */
export const studentSearchText = ({ name, ref, numbers, liaison }: Searched) =>
  searchText([name, liaison ?? ''], [ref, numbers ?? ''])

/** Whole years from a date of birth to a day; null if the date of birth is unknown. */
export function ageOn(dob: string | null, today: string): number | null {
  if (dob === null) return null
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4))
  return today.slice(5) < dob.slice(5) ? years - 1 : years
}
