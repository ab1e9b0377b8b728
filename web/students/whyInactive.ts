import { type StudentRow, studentMessages, STUDENT_ACTIVE } from '#contract/students.ts'

/** Why a student's row is greyed. */
export const whyInactive = ({ status }: Pick<StudentRow, 'status'>) =>
  status === STUDENT_ACTIVE ? undefined : studentMessages.notActive
