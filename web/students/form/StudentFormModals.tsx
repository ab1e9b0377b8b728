import type { UseFormReturnType } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { draftKey } from '#contract/drafts.ts'
import { namesOf, knownVersion } from '#contract/base/fields.ts'
import { DEFAULT_EXAM } from '#contract/students/entryExams.ts'
import { type ExamBefore, examOf, needsPaper } from '#contract/students/studentForms.ts'
import { type Student, studentFields, studentLabels, type StudentRow } from '#contract/students/students.ts'
import { FilledFields } from '../../ui/form/FilledFields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useToday } from '../../ui/form/FormFields.tsx'
import { FormSeries, type FormInSeries } from '../../ui/form/FormSeries.tsx'
import { SavedMeanwhile, useEditConflict } from '../../ui/form/SavedMeanwhile.tsx'
import { changedValues, typedValues } from '../../ui/form/typedValues.ts'
import type { Upload } from '../../ui/modal/useSaving.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { addStudent, editStudent, studentToEditQuery, useStudentChanges } from '../studentApi.ts'
import { StudentFields } from './StudentFields.tsx'
import {
  ExamPaperField,
  examPaperForm,
  PictureField,
  pictureForm,
  takesPaper,
} from '../files/StudentFileModals.tsx'
import { type OneStudentProps, StudentLine } from '../StudentLine.tsx'
import { emptyStudent, newStudent, type StudentValues, useStudentForm } from './useStudentForm.ts'

const noFiles = { pic: null as File | null, cert: null as File | null }

export const StudentAddModal = ({ onClose }: { onClose: () => void }) => (
  <FormSeries<AddValues>>
    {(series, before) => <StudentAddForm series={series} before={before} onClose={onClose} />}
  </FormSeries>
)

type AddValues = StudentValues & typeof noFiles
type StudentAddFormProps = {
  series: FormInSeries<AddValues>
  /** The student who was added before, often to the same school. */
  before: AddValues | undefined
  onClose: () => void
}

function StudentAddForm({ series, before, onClose }: StudentAddFormProps) {
  const put = useStudentChanges()
  const { id } = useSessionUser()
  const today = useToday()
  const [initialValues] = useState(() => ({ ...newStudent(id, today, before), ...noFiles }))
  const form = useStudentForm()
  const schema = useMemo(() => form.and(pictureForm).and(examPaperForm()), [form])
  return (
    <FormModal
      title="Add New Student"
      shape="large"
      draft={draftKey('student', 'add')}
      initialValues={initialValues}
      schema={schema}
      save={addStudent}
      series={series}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      {(fields, upload) => (
        <StudentFields
          form={fields}
          paper={<PaperOfExam form={fields} draft={draftKey('student', 'add')} upload={upload} />}
          picture={<PictureField form={fields} upload={upload} />}
        />
      )}
    </FormModal>
  )
}

type PaperOfExamProps<Values> = {
  form: UseFormReturnType<Values>
  /** The exam of an existing student. */
  before?: ExamBefore | undefined
  draft: string
  upload: Upload | undefined
}

/** The file of the chosen exam, if the form has a field for it. */
function PaperOfExam<Values extends StudentValues & { cert: File | null }>(props: PaperOfExamProps<Values>) {
  const { form, before, draft, upload } = props
  const exam = examOf(form.values) ?? DEFAULT_EXAM
  if (!takesPaper(exam, before)) return null
  const isOptional = !needsPaper(exam, before)
  const present = isOptional ? before?.paper : undefined
  return (
    <ExamPaperField
      form={form}
      exam={exam}
      isOptional={isOptional}
      draft={draft}
      student={form.values}
      present={present}
      upload={upload}
    />
  )
}

const blanks = { count: namesOf(studentFields).length, columns: 3 }
const emptyEditForm = { ...emptyStudent, cert: null as File | null, version: 0 }

export function StudentEditModal({
  student,
  onClose,
}: OneStudentProps<Pick<StudentRow, 'id' | 'name' | 'ref'>>) {
  const { id } = student
  const client = useQueryClient()
  const put = useStudentChanges()
  const form = useStudentForm()
  const { data: before, error, refetch } = useQuery(studentToEditQuery(id))
  const values = useMemo(() => before && editValuesOf(before), [before])
  const schema = useMemo(() => form.and(knownVersion).and(examPaperForm(before)), [form, before])
  const watch = useEditConflict()
  return (
    <FormModal
      title="Edit Student Data"
      subtitle={<StudentLine student={student} />}
      shape="large"
      loads
      draft={draftKey('student', 'edit', id)}
      initialValues={emptyEditForm}
      schema={schema}
      save={(typed, transfer) => watch.watched(editStudent(id, typed, transfer))}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      {(fields, upload) => (
        <>
          <SavedMeanwhile
            form={fields}
            labels={studentLabels}
            watch={watch}
            load={() => client.fetchQuery(studentToEditQuery(id))}
            valuesOf={editValuesOf}
            take={(theirs, changed) => changedValues(studentFields, theirs, changed)}
          />
          <FilledFields
            noun="student"
            form={fields}
            values={values}
            error={error}
            onRetry={() => void refetch()}
            blanks={blanks}
          >
            {before && (
              <StudentFields
                form={fields}
                paper={
                  <PaperOfExam
                    form={fields}
                    before={before}
                    draft={draftKey('student', 'edit', id)}
                    upload={upload}
                  />
                }
                id={id}
                liaison={{ value: String(before.liaison_id), label: before.liaison ?? '' }}
              />
            )}
          </FilledFields>
        </>
      )}
    </FormModal>
  )
}

type EditValues = StudentValues & { cert: File | null; version: number }
const editValuesOf = (student: Student): EditValues => ({
  ...typedValues(studentFields, student),
  cert: null,
  version: student.version,
})
