import { useMemo } from 'react'
import { draftKey } from '#contract/drafts.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import { CertificateField, certificateForm, PictureField, pictureForm } from './StudentFileModals.tsx'
import classes from './StudentAddModal.module.css'
import { addStudent, studentsList } from './studentApi.ts'
import { StudentFields } from './StudentFields.tsx'
import { STUDENT_FORM_WIDTH, useStudentForm } from './useStudentForm.ts'
import { emptyStudent } from './studentValues.ts'

const emptyForm = { ...emptyStudent, pic: null as File | null, cert: null as File | null }

export function StudentAddModal({ onClose }: { onClose: () => void }) {
  const { put } = useListChanges(studentsList)
  const form = useStudentForm()
  const schema = useMemo(() => form.and(pictureForm).and(certificateForm), [form])
  return (
    <FormModal
      title="Add New Student"
      width={STUDENT_FORM_WIDTH}
      draft={draftKey('student', 'add')}
      initialValues={emptyForm}
      schema={schema}
      save={addStudent}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      {(fields, upload) => (
        <>
          <StudentFields form={fields} />
          <div className={classes.files}>
            <PictureField form={fields} upload={upload} />
            <CertificateField form={fields} upload={upload} />
          </div>
        </>
      )}
    </FormModal>
  )
}
