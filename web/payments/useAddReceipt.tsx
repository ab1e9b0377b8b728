import { IconReceipt } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { STUDENT_ACTIVE, studentMessages } from '#contract/students/students.ts'
import { RecordForm } from '../records/RecordForm.tsx'
import { studentToEditQuery } from '../students/studentApi.ts'
import { messageOf } from '../ui/http.ts'
import type { RowAction } from '../ui/IconButton.tsx'

/** The form for the receipt of a payment, which it offers itself. */
export function useAddReceipt(onClosed: () => void) {
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
      <RecordForm
        kind="receipt"
        record={{ action: 'add', student: data }}
        onClose={() => {
          reset()
          onClosed()
        }}
      />
    ),
  }
}

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
