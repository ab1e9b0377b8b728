import '@mantine/core/styles/Input.css'
import { Textarea } from '@mantine/core'
import { statusForm, studentStatuses } from '#contract/students.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { setStatus, studentsList } from './studentApi.ts'
import { type OneStudentProps, StudentLine } from './StudentLine.tsx'

export function StatusModal({ student, onClose }: OneStudentProps) {
  const { put } = useListChanges(studentsList)
  const others = Object.entries(studentStatuses)
    .filter(([status]) => Number(status) !== student.status)
    .map(([value, label]) => ({ value, label }))
  return (
    <FormModal
      title="Set Student Status"
      subtitle={<StudentLine student={student} />}
      initialValues={{ status: '', reason: '' }}
      schema={statusForm}
      save={(form, transfer) => setStatus(student.id, form, transfer)}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <SelectBox
            label="Status"
            placeholder="Please Select Status"
            data={others}
            {...form.getInputProps('status')}
          />
          <Textarea
            label="Reason (optional)"
            description="Kept in the student’s history."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            rows={3}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormModal>
  )
}
