import { STUDENT_ACTIVE, studentMessages, type StudentRow } from '#contract/students/students.ts'

/** Refs are sorted by their numbers: as text, EL-10000 would come before EL-9999. */
export const refNumber = (ref: string): number => Number(ref.replace(/\D/g, ''))

/** The first word of a name. */
export const firstNameOf = ({ name }: Pick<StudentRow, 'name'>) => name.split(' ', 1)[0] ?? name

/** Why a student's row is greyed. */
export const whyInactive = ({ status }: Pick<StudentRow, 'status'>) =>
  status === STUDENT_ACTIVE ? undefined : studentMessages.notActive
