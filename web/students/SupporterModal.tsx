import { useQuery } from '@tanstack/react-query'
import { supporterForm } from '#contract/students.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import { SearchSelect } from '../ui/form/SearchSelect.tsx'
import { addSupporter, studentsList, supportersQuery } from './studentApi.ts'
import { type OneStudentProps, StudentLine } from './StudentLine.tsx'

export function SupporterModal({ student, onClose }: OneStudentProps) {
  const { put } = useListChanges(studentsList)
  const { data: supporters, error } = useQuery(supportersQuery)
  return (
    <FormModal
      title="Set Supporter Data"
      subtitle={<StudentLine student={student} />}
      initialValues={{ supporter_id: '' }}
      schema={supporterForm}
      save={({ supporter_id }, transfer) => addSupporter(student.id, supporter_id, transfer)}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      {(form) => (
        <SearchSelect
          label="Supporter"
          placeholder="Please Select Supporter"
          data={supporters}
          {...form.getInputProps('supporter_id')}
          {...(error && { error: error.message })}
        />
      )}
    </FormModal>
  )
}
