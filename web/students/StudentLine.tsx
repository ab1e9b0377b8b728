import type { StudentRow } from '#contract/students/students.ts'

export type OneStudentProps<Student = StudentRow> = { student: Student; onClose: () => void }

/** The student that a modal is about: `Faith Atieno, EL-0412`. */
export const StudentLine = ({ student: { name, ref } }: { student: Pick<StudentRow, 'name' | 'ref'> }) =>
  `${name}, ${ref}`
