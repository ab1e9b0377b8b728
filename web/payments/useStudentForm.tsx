import { IconReceipt } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { STUDENT_ACTIVE, type Student, studentMessages } from '#contract/students/students.ts'
import { RecordForm } from '../records/RecordForm.tsx'
import { studentToEditQuery } from '../students/studentApi.ts'
import type { OneStudentProps } from '../students/StudentLine.tsx'
import { messageOf } from '../ui/http.ts'
import type { RowAction } from '../ui/IconButton.tsx'

/** A form about an Active student of a payment, whose lines do not have all that it needs. */
export function useStudentForm(Form: ComponentType<OneStudentProps<Student>>, onClosed: () => void) {
  const client = useQueryClient()
  const { data, error, mutate, reset } = useMutation({
    mutationFn: (id: number) => client.fetchQuery(studentToEditQuery(id)),
  })
  const isActive = data?.status === STUDENT_ACTIVE
  return {
    start: mutate,
    problem: error
      ? messageOf(error)
      : data && !isActive
        ? `${data.name}: ${studentMessages.notActive}.`
        : null,
    form: data && isActive && (
      <Form
        student={data}
        onClose={() => {
          reset()
          onClosed()
        }}
      />
    ),
  }
}

/** The form for the receipt of a payment, which it offers itself. */
export const AddReceipt = ({ student, onClose }: OneStudentProps<Student>) => (
  <RecordForm kind="receipt" record={{ action: 'add', student }} onClose={onClose} />
)

type Paid = { student_id: number; name: string }

export const addReceiptAction = (
  { student_id, name }: Paid,
  onAdd: (student: number) => void,
): RowAction => ({
  icon: IconReceipt,
  word: 'Add receipt',
  label: `Add receipt for ${name}`,
  onClick: () => onAdd(student_id),
})
