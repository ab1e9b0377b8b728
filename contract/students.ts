import { z } from 'zod'
import { notShared } from './consents/consentStates.ts'
import {
  answerShape,
  byDefault,
  choice,
  day,
  type Field,
  namesOf,
  fieldsOf,
  formShape,
  id,
  knownVersion,
  labelsOf,
  line,
  lineSchema,
  optional,
  optionalId,
  orNull,
  reference,
  text,
  trimmed,
  visible,
  wholeNumber,
  wholeNumberSchema,
  word,
} from './base/fields.ts'
import { erasureSchema } from './rights/erasure.ts'
import { fold } from './base/lists.ts'
import { phone } from './base/phone.ts'
import { importShape, NOT_KNOWN, orUnknown } from './base/unknown.ts'
import { studentTerms, taskSchema } from './records/records.ts'
import { personFields } from './users.ts'

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

export const studentMessages = {
  saved: 'Student saved.',
  pictureSaved: 'Picture saved.',
  certificateSaved: 'KCPE certificate saved.',
  slipSaved: 'Result slip saved.',
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
  certificateRequired: 'Please Select Student KCPE certificate for upload',
  slipRequired: 'Please Select Student Result Slip for upload',
  supporterRequired: 'Student Supporter cannot be empty',
  statusRequired: 'Student Status cannot be empty',
  liaisonUnknown: 'Student Liaison Officer must be an active user who may hold students',
  supporterUnknown: 'Student Supporter must be a supporter who is not disabled',
  schoolUnknown: 'Student Current School is not known',
  registeredAfterBirth: 'Student Date of Registration cannot be before Date of Birth',
  confirmRemoval: (name: string) => `Are You Sure You Want To Remove Supporter From ${name}?`,
  changedMeanwhile: (name: string) => `${name} changed this student while you were typing.`,
} as const

const { certificateSaved, certificateRequired, slipSaved, slipRequired } = studentMessages

/**
 * The PDFs of exams: heading, name within a sentence, link, name in files and history, and the messages of changing it.
 * A stored one keeps its kind when another exam is chosen.
 */
export const examPapers = {
  certificate: {
    paper: 'KCPE Certificate',
    noun: 'KCPE certificate',
    view: 'View KCPE Certificate',
    fact: 'certificate',
    saved: certificateSaved,
    required: certificateRequired,
  },
  'result slip': {
    paper: 'Result Slip',
    noun: 'result slip',
    view: 'View Result Slip',
    fact: 'result slip',
    saved: slipSaved,
    required: slipRequired,
  },
} as const
export type ExamPaper = keyof typeof examPapers
export const paperKinds = namesOf(examPapers)
const { certificate, 'result slip': resultSlip } = examPapers

/**
 * The exams that lead to a child's school. `isScored`: its score and its document are required. `hasPathway`: it leads to
 * senior school, with an assessment number and a pathway.
 */
export const entryExams = {
  KCPE: { isScored: true, hasPathway: false, ...certificate },
  KJSEA: { isScored: false, hasPathway: true, ...resultSlip },
  KPLEA: { isScored: false, hasPathway: true, ...resultSlip },
  None: { isScored: false, hasPathway: false, ...resultSlip },
} as const
export type EntryExamName = keyof typeof entryExams
export const entryExamNames = namesOf(entryExams)
export const DEFAULT_EXAM = 'KCPE' satisfies EntryExamName

/** The fields of the form, in the order of histories and imports. */
export const studentFields = fieldsOf('Student', {
  name: line('Name', { called: 'name' }),
  category: choice('Category Type', categories, { placeholder: 'Please Select Category' }),
  gender: orUnknown(choice('Gender', genders)),
  dob: orUnknown(day('Date of Birth', { from: BORN_FROM, before: 'today' })),
  dor: orUnknown(day('Date of Registration', { until: 'today' })),
  entry_exam: byDefault(word('Entry Exam', entryExamNames), DEFAULT_EXAM),
  /** Null for every exam other than KCPE. */
  kcpe: orUnknown(orNull(wholeNumber('KCPE Score', { max: KCPE_MAX, outOf: KCPE_MAX })), null),
  assessment_no: optional(line('Assessment No.', { placeholder: 'As on the slip' })),
  pathway: optional(word('Pathway', pathways, { placeholder: 'Select pathway' })),
  ambition: orUnknown(line('Ambition')),
  siblings: orUnknown(wholeNumber('Number of Siblings', { max: SIBLINGS_MAX })),
  languages: orUnknown(line('Languages Spoken')),
  school_id: reference('Current School', { many: true, placeholder: 'Please Select School' }),
  /** Of the current school. */
  admission_no: optional(line('Admission No.', { max: 50 })),
  background: orUnknown(text('Background', { max: BACKGROUND_MAX })),
  mother: orUnknown(line('Mother')),
  father: orUnknown(line('Father')),
  guardian: orUnknown(line('Guardian')),
  guardian_phone: optional(phone('Guardian’s Phone')),
  liaison_id: reference('Liaison Officer', { many: true }),
})
export type StudentField = keyof typeof studentFields
/** The facts as they are stored. */
export type StudentFacts = { [Name in StudentField]: z.output<(typeof studentFields)[Name]['answer']> }

/** The labels of the facts of a student that are not known, also if somebody wrote so. */
export const unknownFacts = (student: StudentFacts): string[] =>
  namesOf(studentFields).flatMap((name) => {
    const { label, mayBeUnknown }: Field = studentFields[name]
    const applies = name !== 'kcpe' || entryExams[student.entry_exam].isScored
    const isUnknown = student[name] === null || student[name] === NOT_KNOWN
    return mayBeUnknown && applies && isUnknown ? label : []
  })

/** What is changed outside the form. */
const otherFields = fieldsOf('Student', {
  supporter_id: reference('Supporter'),
  status: choice('Status', studentStatuses),
})

/** What a sheet may say besides the form: the present class, and a status with its day and reason. */
export const importedFields = fieldsOf('Student', {
  class_id: optional(reference('Class')),
  status: optional(choice('Status', studentStatuses)),
  status_on: optional(day('Status Day', { until: 'today' })),
  status_reason: optional(line('Status Reason')),
})

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
  reason: 'Reason',
} as const

export const entryExamSchema = studentFields.entry_exam.answer

export const examOf = (body: object): EntryExamName | undefined =>
  studentFields.entry_exam.schema.safeParse((body as { entry_exam?: unknown }).entry_exam).data

/** Removes fields that the exam does not have: they may have been typed before another exam was chosen. */
function asExamHas(body: unknown) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const exam = examOf(body)
  if (!exam) return body
  const { isScored, hasPathway } = entryExams[exam]
  const { kcpe } = body as { kcpe?: unknown }
  return {
    ...body,
    kcpe: isScored ? (kcpe ?? '') : null,
    ...(!hasPathway && { assessment_no: null, pathway: null }),
  }
}

/** The present exam of a student, and the stored document. */
export type ExamBefore = Pick<Student, 'entry_exam' | 'paper'>

/**
 * Whether the document of an exam is required: for a new student, or when the exam changes, unless it is stored
 * already. Students who were imported without it may stay without it.
 */
export const needsPaper = (exam: EntryExamName, before?: ExamBefore) =>
  entryExams[exam].isScored && exam !== before?.entry_exam && entryExams[exam].fact !== before?.paper

/** Whether a body contains fields of the form. Its supporter and status then must match the present ones. */
export const hasFormFields = (body: object) =>
  Object.keys(ownShape).some((field) => Object.hasOwn(body, field))

/** The current day, and whether the user may choose the liaison officer. */
type FormTerms = { today: () => string; choosesLiaison: boolean }

/** The form of Add New Student and Edit Student Data. Only users who may choose the liaison officer must send one. */
export const studentForm = (terms: FormTerms) => z.preprocess(asExamHas, formFields(terms))
export type StudentForm = z.output<ReturnType<typeof formFields>>

/** The form of a student in a sheet, where facts may be unknown. */
export const importedStudentForm = (today: () => string) =>
  z.preprocess(
    asExamHas,
    z.object(importShape(studentFields, today)).refine(isBornFirst, registeredBeforeBirth),
  )

/** Some users always become the liaison officer themselves, so the value that they send is ignored. */
const noLiaison = z
  .unknown()
  .optional()
  .transform(() => undefined as number | undefined)

const datesOf = z.object({ dob: studentFields.dob.schema, dor: studentFields.dor.schema })

const isBornFirst = ({ dob, dor }: Pick<StudentFacts, 'dob' | 'dor'>) =>
  dob === null || dor === null || dor >= dob
const registeredBeforeBirth = {
  path: ['dor'],
  error: studentMessages.registeredAfterBirth,
  params: { code: 'registeredBeforeBirth' },
  // Checked even if other fields are refused, so that all messages are shown at once.
  when: ({ value }: { value: unknown }) => datesOf.safeParse(value).success,
}

const formFields = ({ today, choosesLiaison }: FormTerms) => {
  const { liaison_id, ...shape } = formShape(studentFields, today)
  return z
    .object({ ...shape, liaison_id: choosesLiaison ? liaison_id : noLiaison })
    .refine(isBornFirst, registeredBeforeBirth)
}

export const supporterForm = z.object({ supporter_id: otherFields.supporter_id.schema })
/** An empty value removes the supporter. */
export const supporterPatch = z.object({
  supporter_id: z.union([z.literal('').transform(() => null), z.null(), supporterForm.shape.supporter_id], {
    error: studentMessages.supporterRequired,
  }),
})

/** Few enough for one statement. */
export const STATUSES_MAX = 500
const some = <Each extends z.ZodType>(each: Each) =>
  z
    .array(each, studentMessages.studentsRequired)
    .min(1, studentMessages.studentsRequired)
    .max(STATUSES_MAX, `No more than ${STATUSES_MAX} students can be changed at once`)

/** The address of a supporter whose name alone is known, for the students to whom an import gave it. */
export const namedSupporterForm = z.object({
  ...formShape(personFields),
  name: lineSchema('Name', 'Name cannot be empty'),
  student_ids: some(id(studentMessages.studentsRequired)),
})
export type NamedSupporterForm = z.output<typeof namedSupporterForm>

export const statusForm = z.object({
  status: otherFields.status.schema,
  reason: z
    .string('Reason must be a text')
    .overwrite(trimmed)
    .max(200, 'Reason may not be longer than 200 characters')
    .refine(...visible('Reason'))
    .optional()
    .transform((reason) => reason || undefined),
})
export type StatusForm = z.output<typeof statusForm>

/** The status that a student had, and the version since. */
export const formerStatus = z.object({
  id: id(studentMessages.studentsRequired),
  status: otherFields.status.schema,
  version: wholeNumberSchema('Version', 'Version is not valid'),
})
export type FormerStatus = z.output<typeof formerStatus>

/** A status for several students; or, to undo that, their `former` ones. */
export const statusesForm = z
  .object({
    ids: some(id(studentMessages.studentsRequired)).optional(),
    former: some(formerStatus).optional(),
    status: otherFields.status.schema.optional(),
    reason: statusForm.shape.reason,
  })
  .refine(({ ids, former }) => ids !== undefined || former !== undefined, {
    path: ['ids'],
    error: studentMessages.studentsRequired,
  })
  .refine(({ status, former }) => status !== undefined || former !== undefined, {
    path: ['status'],
    error: studentMessages.statusRequired,
  })
export type StatusesForm = z.output<typeof statusesForm>

export const patchModes = ['picture', 'certificate', 'supporter', 'status'] as const

/** Several changes at once are possible. `mode` names one that is required. */
export const studentPatch = z.object({
  mode: z.enum(patchModes, 'Mode is not known').optional(),
  ...supporterPatch.partial().shape,
  ...statusForm.partial().shape,
  ...knownVersion.shape,
  /** The import that a picture or certificate belongs to: undoing the import removes the file. */
  import_id: optionalId,
})

/** A row of the students list. Liaison officer and supporter are null for users who may not see them. */
export const studentRowSchema = z.object({
  id: z.number().int(),
  ref: z.string(),
  name: z.string(),
  category: z.number().int(),
  status: z.number().int(),
  entry_exam: entryExamSchema,
  liaison: z.string().nullable(),
  supporter: z.string().nullable(),
  /** Admission number and phone numbers as staff search for them; null for supporters. */
  numbers: z.string().nullable(),
  /** The path of the picture. */
  path: z.string().nullable(),
})
export type StudentRow = z.output<typeof studentRowSchema>

/** A row of Academics, Finance or Gallery: with the states of the newest year's terms if they were asked for. */
export const activityRowSchema = studentRowSchema.extend({ terms: studentTerms.optional() })
export type ActivityRow = z.output<typeof activityRowSchema>

const yearOfRecords = z.object({ id: z.number().int(), year_name: z.string() })

export const studentSchema = studentRowSchema.omit({ numbers: true }).extend({
  ...answerShape(studentFields),
  school: z.string(),
  /** Of the newest report card, or else what an import said. */
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
  todo: z.array(taskSchema),
  /** Set if the record waits to be anonymised, or is. */
  erasure: erasureSchema.nullable(),
})
export type StudentProfile = z.output<typeof studentProfileSchema>

/** A student to edit, with the ids of the users who added and last saved them. */
export const studentToEditSchema = studentSchema.extend({
  created_by: z.number().int(),
  updated_by: z.number().int(),
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
  fold([name, ref, numbers ?? '', liaison ?? ''].join('\n'))

/** Whole years from a date of birth to a day; null if the date of birth is unknown. */
export function ageOn(dob: string | null, today: string): number | null {
  if (dob === null) return null
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4))
  return today.slice(5) < dob.slice(5) ? years - 1 : years
}

/**
 * The body without the rules that depend on the day and the caller's role; the server applies those with `studentForm`.
 */
const { liaison_id, ...ownShape } = formShape(studentFields)
export const studentBody = z.object({ ...ownShape, liaison_id: liaison_id.optional() })
