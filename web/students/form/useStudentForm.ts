import { useMemo } from 'react'
import { canChooseLiaison } from '#contract/permissions.ts'
import { DEFAULT_EXAM, type EntryExamName, entryExamNames } from '#contract/students/entryExams.ts'
import { studentFields } from '#contract/students/students.ts'
import { studentForm } from '#contract/students/studentForms.ts'
import { useToday } from '../../ui/form/FormFields.tsx'
import { type TypedValues, typedValues } from '../../ui/form/typedValues.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { userMemory } from '../../ui/device/userMemory.ts'

/** The schema of a student's form for the signed-in user and today's date. */
export function useStudentForm() {
  const { role } = useSessionUser()
  const today = useToday()
  return useMemo(
    () => studentForm({ today: () => today, choosesLiaison: canChooseLiaison(role) }),
    [today, role],
  )
}

export type StudentValues = TypedValues<typeof studentFields>

export const emptyStudent: StudentValues = { ...typedValues(studentFields), entry_exam: DEFAULT_EXAM }

const EXAM = 'entry exam'

/** The exam that a user chose for a new student is proposed for the next one. */
export const rememberExam = (userId: number, exam: EntryExamName) => userMemory.write(userId, EXAM, exam)

/** The initial values of a new student; the next of several has the same school and liaison officer. */
export function newStudent(userId: number, today: string, before?: StudentValues): StudentValues {
  const exam = entryExamNames.find((known) => known === userMemory.read(userId, EXAM))
  const { school_id, liaison_id } = before ?? emptyStudent
  return { ...emptyStudent, school_id, liaison_id, dor: today, entry_exam: exam ?? DEFAULT_EXAM }
}
