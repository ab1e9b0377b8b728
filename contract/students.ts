import { z } from 'zod'
import { idParams } from './auth.ts'
import { type Calls, reply, historyEntrySchema } from './call.ts'
import {
  id,
  idText,
  isoDate,
  knownVersion,
  line,
  optionalId,
  orNone,
  savingQuery,
  text,
  trimmed,
  visible,
  wholeNumber,
} from './fields.ts'
import { imageFile, pdfFile } from './files.ts'
import { fold, listMeta, listQuery } from './lists.ts'
import { studentGallerySchema } from './gallery.ts'
import { clusterRowSchema, supporterRowSchema } from './reports.ts'

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

const cannotBeEmpty = (field: string) => `Student ${field} cannot be empty`

export const studentMessages = {
  saved: 'Student saved.',
  pictureSaved: 'Picture saved.',
  certificateSaved: 'KCPE certificate saved.',
  slipSaved: 'Result slip saved.',
  supporterSaved: 'Supporter saved.',
  supporterRemoved: 'Supporter removed.',
  statusSaved: 'Status saved.',
  notActive: 'Student is not Active',
  hasSupporter: 'Student already has a Supporter',
  hasStatus: 'Student already has this Status',
  nothingSent: 'No change was sent.',
  putForm:
    'The form of a student is saved with PUT. PATCH changes picture, certificate, supporter and status.',
  pictureRequired: 'Please Select Student Profile Picture for upload',
  certificateRequired: 'Please Select Student KCPE certificate for upload',
  slipRequired: 'Please Select Student Result Slip for upload',
  supporterRequired: cannotBeEmpty('Supporter'),
  statusRequired: cannotBeEmpty('Status'),
  liaisonRequired: cannotBeEmpty('Liaison Officer'),
  liaisonUnknown: 'Student Liaison Officer must be an active user who may hold students',
  supporterUnknown: 'Student Supporter must be a supporter who is not disabled',
  schoolRequired: cannotBeEmpty('Current School'),
  schoolUnknown: 'Student Current School is not known',
  bornTooEarly: 'Student Date of Birth cannot be before 1950',
  bornBeforeToday: 'Student Date of Birth must be in the past',
  registeredAfterBirth: 'Student Date of Registration cannot be before Date of Birth',
  registeredByToday: 'Student Date of Registration cannot be after today',
  confirmRemoval: (name: string) => `Are You Sure You Want To Remove Supporter From ${name}?`,
  changedMeanwhile: (name: string) => `${name} changed this student while you were typing.`,
} as const

type EntryExam = {
  /** Whether its score and its document are required. */
  isScored: boolean
  /** Whether it leads to senior school, with an assessment number and a pathway. */
  hasPathway: boolean
  /** The PDF of this exam: its heading, its name within a sentence, its link, and its name in files and history. */
  paper: string
  noun: string
  view: string
  fact: ExamPaper
  /** The messages of changing it. */
  saved: string
  required: string
}

const { certificateSaved, certificateRequired, slipSaved, slipRequired } = studentMessages

/** The PDFs of exams. A stored one keeps its kind when another exam is chosen. */
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
export const paperKinds = Object.keys(examPapers) as [ExamPaper, ...ExamPaper[]]
const { certificate, 'result slip': resultSlip } = examPapers

/** The exams that lead to a child's school, and the rules of each. */
export const entryExams = {
  KCPE: { isScored: true, hasPathway: false, ...certificate },
  KJSEA: { isScored: false, hasPathway: true, ...resultSlip },
  KPLEA: { isScored: false, hasPathway: true, ...resultSlip },
  None: { isScored: false, hasPathway: false, ...resultSlip },
} as const satisfies Record<string, EntryExam>
export type EntryExamName = keyof typeof entryExams
export const entryExamNames = Object.keys(entryExams) as [EntryExamName, ...EntryExamName[]]
/** The default where no exam is given. */
export const DEFAULT_EXAM = 'KCPE' satisfies EntryExamName

/** The value of Mother, Father or Guardian if unknown. */
export const NOT_KNOWN = 'Not known'

const studentLine = (field: string, max = 200) => line(`Student ${field}`, cannotBeEmpty(field), max)

const choice = (field: string, of: Record<number, string>) =>
  wholeNumber(`Student ${field}`, cannotBeEmpty(field)).refine(
    (value) => Object.hasOwn(of, value),
    `Student ${field} is not valid`,
  )

export const entryExamSchema = z.enum(entryExamNames, 'Student Entry Exam is not valid')
export const pathwaySchema = z.enum(pathways, 'Student Pathway is not valid')
const fields = z.object({
  name: studentLine('name'),
  dob: isoDate('Student Date of Birth', cannotBeEmpty('Date of Birth')).refine(
    (day) => day >= BORN_FROM,
    studentMessages.bornTooEarly,
  ),
  dor: isoDate('Student Date of Registration', cannotBeEmpty('Date of Registration')),
  entry_exam: entryExamSchema.default(DEFAULT_EXAM),
  /** Null and not required for every exam other than KCPE. */
  kcpe: wholeNumber('Student KCPE Score', cannotBeEmpty('KCPE Score'), { min: 0, max: KCPE_MAX }).nullable(),
  assessment_no: orNone(line('Student Assessment No.', 'Student Assessment No. is not valid')),
  pathway: orNone(pathwaySchema),
  ambition: studentLine('Ambition'),
  siblings: wholeNumber('Student Number of Siblings', cannotBeEmpty('Number of Siblings'), {
    min: 0,
    max: SIBLINGS_MAX,
  }),
  languages: studentLine('Languages Spoken'),
  gender: choice('Gender', genders),
  school_id: id(studentMessages.schoolRequired),
  background: text('Student Background', cannotBeEmpty('Background'), BACKGROUND_MAX),
  mother: studentLine('Mother'),
  father: studentLine('Father'),
  guardian: studentLine('Guardian'),
  category: choice('Category Type', categories),
})

/** The exam of a body; undefined if unknown. */
export const examOf = (body: object): EntryExamName | undefined =>
  entryExamSchema.default(DEFAULT_EXAM).safeParse((body as { entry_exam?: unknown }).entry_exam).data

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
  Object.keys(fields.shape).some((field) => Object.hasOwn(body, field))

/** The current day, and whether the user may choose the liaison officer. */
type FormTerms = { today: () => string; choosesLiaison: boolean }

/** The form of Add New Student and Edit Student Data. Only users who may choose the liaison officer must send one. */
export const studentForm = (terms: FormTerms) => z.preprocess(asExamHas, formFields(terms))
export type StudentForm = z.output<ReturnType<typeof formFields>>

const formFields = ({ today, choosesLiaison }: FormTerms) =>
  fields
    .extend({
      dob: fields.shape.dob.refine((day) => day < today(), {
        error: studentMessages.bornBeforeToday,
        params: { code: 'bornInFuture' },
      }),
      dor: fields.shape.dor.refine((day) => day <= today(), studentMessages.registeredByToday),
      liaison_id: choosesLiaison
        ? id(studentMessages.liaisonRequired)
        : z
            .unknown()
            .optional()
            .transform(() => undefined as number | undefined),
    })
    .refine(({ dob, dor }) => dor >= dob, {
      path: ['dor'],
      error: studentMessages.registeredAfterBirth,
      params: { code: 'registeredBeforeBirth' },
      // Checked even if other fields are refused, so that all messages are shown at once.
      when: ({ value }) => fields.pick({ dob: true, dor: true }).safeParse(value).success,
    })

export const supporterForm = z.object({ supporter_id: id(studentMessages.supporterRequired) })
/** An empty value removes the supporter. */
export const supporterPatch = z.object({
  supporter_id: z.union([z.literal('').transform(() => null), z.null(), supporterForm.shape.supporter_id], {
    error: studentMessages.supporterRequired,
  }),
})

export const statusForm = z.object({
  status: wholeNumber('Student Status', studentMessages.statusRequired).refine(
    (status) => Object.hasOwn(studentStatuses, status),
    'Student Status is not valid',
  ),
  reason: z
    .string('Reason must be a text')
    .overwrite(trimmed)
    .max(200, 'Reason may not be longer than 200 characters')
    .refine(...visible('Reason'))
    .optional()
    .transform((reason) => reason || undefined),
})
export type StatusForm = z.output<typeof statusForm>

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
  /** The path of the picture. */
  path: z.string().nullable(),
})
export type StudentRow = z.output<typeof studentRowSchema>

const yearOfRecords = z.object({ id: z.number().int(), year_name: z.string() })

export const studentSchema = studentRowSchema.extend({
  dob: z.string(),
  dor: z.string(),
  kcpe: z.number().int().nullable(),
  assessment_no: z.string().nullable(),
  pathway: pathwaySchema.nullable(),
  ambition: z.string(),
  siblings: z.number().int(),
  languages: z.string(),
  gender: z.number().int(),
  school_id: z.number().int(),
  school: z.string(),
  background: z.string(),
  mother: z.string(),
  father: z.string(),
  guardian: z.string(),
  liaison_id: z.number().int(),
  supporter_id: z.number().int().nullable(),
  /** The path of the KCPE certificate or result slip. */
  cert: z.string().nullable(),
  /** The kind of that document: the one of an earlier exam stays until it is replaced. */
  paper: z.enum(paperKinds).nullable(),
  age: z.number().int(),
  annual_rep: z.array(yearOfRecords),
  annual_finance: z.array(yearOfRecords),
  version: z.number().int(),
})
export type Student = z.output<typeof studentSchema>

/** A student to edit, with the ids of the users who added and last saved them. */
export const studentToEditSchema = studentSchema.extend({
  created_by: z.number().int(),
  updated_by: z.number().int(),
})
export type StudentToEdit = z.output<typeof studentToEditSchema>

/** A user who can be chosen for a student. */
export const personSchema = z.object({ id: z.number().int(), name: z.string(), status: z.number().int() })
export type Person = z.output<typeof personSchema>

/** The text that searches use: the name and ref, and for some roles the liaison officer's name. */
export const studentSearchText = ({ name, ref, liaison }: Pick<StudentRow, 'name' | 'ref' | 'liaison'>) =>
  fold([name, ref, liaison ?? ''].join('\n'))

/** Whole years from a date of birth to a day. */
export function ageOn(dob: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4))
  return today.slice(5) < dob.slice(5) ? years - 1 : years
}

/**
 * The body without the rules that depend on the day and the caller's role; the server applies those with `studentForm`.
 */
export const studentBody = fields.extend({ liaison_id: id(studentMessages.liaisonRequired).optional() })
const studentFiles = { pic: imageFile, cert: pdfFile }
const studentSaved = reply({ message: z.string(), data: studentRowSchema })
const people = reply({ data: z.array(personSchema), meta: listMeta })

export const studentCalls = {
  'GET /api/students?query=list': {
    summary: 'The students, as far as the caller may see them',
    /** With a year and term: only those without a supporter whose approved records of that term are not sent. */
    query: listQuery.extend({ unsent_year: idText.optional(), unsent_term: idText.optional() }),
    answer: reply({ data: z.array(studentRowSchema), meta: listMeta }),
    isDefault: true,
  },
  'GET /api/students?query=activities': {
    summary: 'The students, to choose whose report cards, receipts or gallery are meant',
    query: listQuery,
    answer: reply({ data: z.array(studentRowSchema), meta: listMeta }),
  },
  'GET /api/students?query=cluster-rep': {
    summary: 'The cluster report',
    query: listQuery,
    answer: reply({ data: z.array(clusterRowSchema), meta: listMeta }),
  },
  'GET /api/students/:id?query=profile': {
    summary: 'A student to read',
    params: idParams,
    /** The part of the profile that is opened. The answer is the same. */
    query: z.object({ type: z.string().max(20).optional() }),
    answer: reply({ data: studentSchema }),
    isDefault: true,
  },
  'GET /api/students/:id?query=edit': {
    summary: 'A student to edit',
    params: idParams,
    answer: reply({ data: studentToEditSchema }),
  },
  'GET /api/students/:id?query=gallery': {
    summary: 'A student’s gallery',
    params: idParams,
    answer: reply({ data: studentGallerySchema }),
  },
  'GET /api/students/:id?query=history': {
    summary: 'Who changed what of a student',
    params: idParams,
    answer: reply({ data: z.array(historyEntrySchema) }),
  },
  'POST /api/students?query=list': {
    summary: 'Add a student',
    query: savingQuery,
    body: studentBody,
    uploads: studentFiles,
    answer: studentSaved,
  },
  'PUT /api/students/:id?query=list': {
    summary: 'Edit a student, with the paper of another entry exam',
    params: idParams,
    query: savingQuery,
    body: studentBody.extend(knownVersion.shape),
    uploads: { cert: pdfFile },
    answer: studentSaved,
  },
  'PATCH /api/students/:id?query=list': {
    summary: 'Change the picture, certificate, supporter or status of a student',
    params: idParams,
    query: savingQuery,
    body: studentPatch,
    uploads: studentFiles,
    answer: studentSaved,
  },
  'GET /api/getliaison': { summary: 'Who may hold students', query: listQuery, answer: people },
  'GET /api/getsupporters': {
    summary: 'The supporters, to choose from',
    query: listQuery,
    answer: people,
    isDefault: true,
  },
  'GET /api/getsupporters?query=supporter-rep': {
    summary: 'The supporters report',
    query: listQuery,
    answer: reply({ data: z.array(supporterRowSchema), meta: listMeta }),
  },
} as const satisfies Calls
