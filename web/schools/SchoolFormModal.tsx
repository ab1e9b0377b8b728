import { type School, schoolForm } from '#contract/schools.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import { addSchool, editSchool, schoolsList } from './schoolApi.ts'
import { SchoolFields, type SchoolFieldValues } from './SchoolFields.tsx'

type SchoolFormModalProps = {
  /** The school to edit; without one the modal adds one. */
  school?: School
  onClose: () => void
}

export function SchoolFormModal({ school, onClose }: SchoolFormModalProps) {
  const { put } = useListChanges(schoolsList)
  return (
    <FormModal
      title={school ? 'Edit School' : 'Add New School'}
      initialValues={valuesOf(school)}
      schema={schoolForm}
      save={(form, transfer) => (school ? editSchool(school.id, form, transfer) : addSchool(form, transfer))}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      {(form) => <SchoolFields form={form} />}
    </FormModal>
  )
}

const valuesOf = (school: School | undefined): SchoolFieldValues => ({
  school: school?.school ?? '',
  cluster_id: school ? String(school.cluster_id) : '',
})
