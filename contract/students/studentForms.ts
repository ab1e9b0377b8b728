import { z } from 'zod'
import {
  formShape,
  id,
  knownVersion,
  lineSchema,
  optionalId,
  trimmed,
  visible,
  wholeNumberSchema,
} from '../base/fields.ts'
import { importShape } from '../base/unknown.ts'
import { personFields } from '../users.ts'
import { entryExams, type EntryExamName } from './entryExams.ts'
import {
  otherFields,
  statusFields,
  type Student,
  studentFields,
  type StudentFacts,
  studentMessages,
} from './students.ts'

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

/** The form of a student in a sheet, where facts may be unknown, and a status may be given. */
export const importedStudentForm = (today: () => string) =>
  z.preprocess(
    asExamHas,
    z
      .object({ ...importShape(studentFields, today), ...formShape(statusFields, today) })
      .refine(isBornFirst, registeredBeforeBirth),
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

/**
 * The body without the rules that depend on the day and the caller's role; the server applies those with `studentForm`.
 */
const { liaison_id, ...ownShape } = formShape(studentFields)
export const studentBody = z.object({ ...ownShape, liaison_id: liaison_id.optional() })
