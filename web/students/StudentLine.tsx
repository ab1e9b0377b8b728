import type { StudentRow } from '#contract/students/students.ts'

export type OneStudentProps<Student = StudentRow> = { student: Student; onClose: () => void }

type StudentLineProps = { student: Pick<StudentRow, 'name' | 'ref'>; more?: string | undefined }

/** The student that a modal is about: `Faith Atieno, EL-0412`. Where there is no room, only the name is cut off. */
export const StudentLine = ({ student: { name, ref }, more }: StudentLineProps) => (
  <>
    <span data-name>{name}</span>
    <span data-comma>, </span>
    <span>{[ref, more].filter(Boolean).join(', ')}</span>
  </>
)
