import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { draftKey } from '#contract/drafts.ts'
import { knownVersion } from '#contract/students.ts'
import { EditConflictNotice } from '../shared/EditConflictNotice.tsx'
import { FormModal } from '../shared/FormModal.tsx'
import { useListChanges } from '../shared/list/useListChanges.ts'
import { Message } from '../shared/Message.tsx'
import { studentLabels } from '../shared/studentLabels.ts'
import { useEditConflict } from '../shared/useEditConflict.ts'
import { editStudent, studentsList, studentToEditQuery } from './studentApi.ts'
import { STUDENT_FORM_WIDTH } from './studentFormWidth.ts'
import { type OneStudentProps, StudentLine } from './StudentLine.tsx'
import { StudentToEdit } from './StudentToEdit.tsx'
import { emptyStudent, fieldTold, type StudentField, valuesOf } from './studentValues.ts'
import { useStudentForm } from './useStudentForm.ts'

const emptyForm = { ...emptyStudent, version: 0 }

export function StudentEditModal({ student, onClose }: OneStudentProps) {
  const { id } = student
  const client = useQueryClient()
  const { put } = useListChanges(studentsList)
  const form = useStudentForm()
  const schema = useMemo(() => form.and(knownVersion), [form])
  const { conflict, answer, watched, settle } = useEditConflict()

  const theirValues = async (fields: StudentField[]) => {
    const theirs = valuesOf(await client.fetchQuery(studentToEditQuery(id)))
    return Object.fromEntries(fields.map((field) => [field, theirs[field]]))
  }
  return (
    <FormModal
      title="Edit Student Data"
      subtitle={<StudentLine student={student} />}
      width={STUDENT_FORM_WIDTH}
      loads
      draft={draftKey('student', 'edit', id)}
      initialValues={emptyForm}
      schema={schema}
      save={(values, transfer) => watched(editStudent(id, values, transfer))}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      {(fields) => (
        <>
          {conflict && (
            <EditConflictNotice
              key={conflict.version}
              conflict={conflict}
              labels={studentLabels}
              onTakeOver={async () => {
                const told = conflict.history.flatMap(({ changes }) => changes.map(({ field }) => field))
                fields.setValues(await theirValues(told.flatMap((field) => fieldTold(field) ?? [])))
                fields.setFieldValue('version', conflict.version)
                settle('Their changes are in your form now. Save it to go on.')
              }}
              onKeepMine={() => {
                fields.setFieldValue('version', conflict.version)
                settle('Your form stays as it is. Save it to go on.')
              }}
            />
          )}
          {answer && <Message tone="note">{answer}</Message>}
          <StudentToEdit id={id} form={fields} />
        </>
      )}
    </FormModal>
  )
}
