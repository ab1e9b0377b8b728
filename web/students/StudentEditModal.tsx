import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { draftKey } from '#contract/drafts.ts'
import { knownVersion } from '#contract/students.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import { SavedMeanwhile, useEditConflict } from '../ui/form/SavedMeanwhile.tsx'
import { studentLabels } from './studentLabels.ts'
import { editStudent, studentsList, studentToEditQuery } from './studentApi.ts'
import { STUDENT_FORM_WIDTH } from './studentFormWidth.ts'
import { type OneStudentProps, StudentLine } from './StudentLine.tsx'
import { StudentToEdit } from './StudentToEdit.tsx'
import { emptyStudent, takeTold } from './studentValues.ts'
import { useStudentForm } from './useStudentForm.ts'

const emptyForm = { ...emptyStudent, version: 0 }

export function StudentEditModal({ student, onClose }: OneStudentProps) {
  const { id } = student
  const client = useQueryClient()
  const { put } = useListChanges(studentsList)
  const form = useStudentForm()
  const schema = useMemo(() => form.and(knownVersion), [form])
  const watch = useEditConflict()
  return (
    <FormModal
      title="Edit Student Data"
      subtitle={<StudentLine student={student} />}
      width={STUDENT_FORM_WIDTH}
      loads
      draft={draftKey('student', 'edit', id)}
      initialValues={emptyForm}
      schema={schema}
      save={(values, transfer) => watch.watched(editStudent(id, values, transfer))}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <SavedMeanwhile
            form={fields}
            labels={studentLabels}
            watch={watch}
            load={() => client.fetchQuery(studentToEditQuery(id))}
            take={takeTold}
          />
          <StudentToEdit id={id} form={fields} />
        </>
      )}
    </FormModal>
  )
}
