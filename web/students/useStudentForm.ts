import { useMemo, useState } from 'react'
import { dayOf } from '#contract/fields.ts'
import { canChooseLiaison } from '#contract/permissions.ts'
import {
  DEFAULT_EXAM,
  type EntryExamName,
  entryExamNames,
  type Student,
  studentForm,
  type StudentForm,
} from '#contract/students.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { userMemory } from '../ui/userMemory.ts'

/** The schema of a student's form for the signed-in user and today's date. */
export function useStudentForm() {
  const { role } = useSessionUser()
  const today = useToday()
  return useMemo(
    () => studentForm({ today: () => today, choosesLiaison: canChooseLiaison(role) }),
    [today, role],
  )
}

/** The date in Kenya when the form was opened. */
export function useToday(): string {
  const [today] = useState(() => dayOf(new Date()))
  return today
}

/** The typed form values: all are text, including those of select boxes. */
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
  'entry_exam',
  'kcpe',
  'assessment_no',
  'pathway',
  'ambition',
  'languages',
  'siblings',
  'mother',
  'father',
  'guardian',
  'background',
] as const
type StudentField = (typeof studentFields)[number]

export const emptyStudent: StudentValues = { ...valuesBy(() => ''), entry_exam: DEFAULT_EXAM }

const EXAM = 'entry exam'

/** The exam that a user chose for a new student is proposed for the next one. */
export const rememberExam = (userId: number, exam: EntryExamName) => userMemory.write(userId, EXAM, exam)

/** The initial values of a new student. */
export function newStudent(userId: number, today: string): StudentValues {
  const exam = entryExamNames.find((known) => known === userMemory.read(userId, EXAM))
  return { ...emptyStudent, dor: today, entry_exam: exam ?? DEFAULT_EXAM }
}

export const valuesOf = (student: Student): StudentValues => valuesBy((field) => String(student[field] ?? ''))

/** The history calls a choice by its name, the form by its id. */
const choices: Partial<Record<string, StudentField>> = { school: 'school_id', liaison: 'liaison_id' }

/** The form's field for a field of the history, if there is one. */
const formFieldOf = (field: string): StudentField | undefined =>
  choices[field] ?? studentFields.find((known) => known === field)

/** The student's current values of the changed fields. `changed` has the fields' names in the history. */
export function changedValues(student: Student, changed: string[]): Partial<StudentValues> {
  const theirs = valuesOf(student)
  return Object.fromEntries(
    changed.flatMap((field) => formFieldOf(field) ?? []).map((field) => [field, theirs[field]]),
  )
}

function valuesBy(valueOf: (field: StudentField) => string): Record<StudentField, string> {
  return Object.fromEntries(studentFields.map((field) => [field, valueOf(field)])) as Record<
    StudentField,
    string
  >
}
