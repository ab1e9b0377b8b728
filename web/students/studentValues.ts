import type { Student, StudentForm } from '#contract/students.ts'

/** The form as it is typed: everything as text, select boxes too. */
export type StudentValues = Record<keyof StudentForm, string>

/** The names of the fields, in the order of the form. */
export const studentFields = [
  'name',
  'gender',
  'dob',
  'dor',
  'category',
  'school_id',
  'liaison_id',
  'kcpe',
  'ambition',
  'languages',
  'siblings',
  'mother',
  'father',
  'guardian',
  'background',
] as const
export type StudentField = (typeof studentFields)[number]

export const emptyStudent: StudentValues = valuesBy(() => '')

export const valuesOf = (student: Student): StudentValues => valuesBy((field) => String(student[field]))

/** A choice is told by its name in a history, and by its id in a form. */
const toldAs: Partial<Record<string, StudentField>> = { school: 'school_id', liaison: 'liaison_id' }

/** The field of the form that an entry of the history is about, if there is one. */
const fieldTold = (told: string): StudentField | undefined =>
  toldAs[told] ?? studentFields.find((field) => field === told)

/** What the history tells of, as the student has it now. */
export function takeTold(student: Student, told: string[]): Partial<StudentValues> {
  const theirs = valuesOf(student)
  return Object.fromEntries(
    told.flatMap((each) => fieldTold(each) ?? []).map((field) => [field, theirs[field]]),
  )
}

function valuesBy(valueOf: (field: StudentField) => string): Record<StudentField, string> {
  return Object.fromEntries(studentFields.map((field) => [field, valueOf(field)])) as Record<
    StudentField,
    string
  >
}
