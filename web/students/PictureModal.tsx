import { FormModal } from '../ui/form/FormModal.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import { PictureField } from './PictureField.tsx'
import { changePicture, studentsList } from './studentApi.ts'
import { pictureForm } from './studentFiles.ts'
import { type OneStudentProps, StudentLine } from './StudentLine.tsx'

export function PictureModal({ student, onClose }: OneStudentProps) {
  const { put } = useListChanges(studentsList)
  return (
    <FormModal
      title="Edit Profile Picture"
      subtitle={<StudentLine student={student} />}
      width={480}
      initialValues={{ pic: null as File | null }}
      schema={pictureForm}
      save={(form, transfer) => changePicture(student.id, form, transfer)}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      {(form, upload) => <PictureField form={form} upload={upload} />}
    </FormModal>
  )
}
