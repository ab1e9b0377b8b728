import { FormModal } from '../ui/form/FormModal.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import { CertificateField } from './CertificateField.tsx'
import { changeCertificate, studentsList } from './studentApi.ts'
import { certificateForm } from './studentFiles.ts'
import { type OneStudentProps, StudentLine } from './StudentLine.tsx'

export function CertificateModal({ student, onClose }: OneStudentProps) {
  const { put } = useListChanges(studentsList)
  return (
    <FormModal
      title="Edit KCPE Certificate"
      subtitle={<StudentLine student={student} />}
      width={480}
      initialValues={{ cert: null as File | null }}
      schema={certificateForm}
      save={(form, transfer) => changeCertificate(student.id, form, transfer)}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      {(form, upload) => <CertificateField form={form} upload={upload} />}
    </FormModal>
  )
}
