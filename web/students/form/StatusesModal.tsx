import { statusForm } from '#contract/students/studentForms.ts'
import { studentMessages, type StudentRow, studentStatuses } from '#contract/students/students.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { listOf } from '../../ui/plural.ts'
import { setStatuses } from '../studentApi.ts'
import { StatusFields } from './StatusFields.tsx'

/** The question lists at most this many names. */
const NAMED = 5

type StatusesModalProps = {
  students: StudentRow[]
  onSaved: (answer: Awaited<ReturnType<typeof setStatuses>>) => void
  onClose: () => void
}

const choices = Object.entries(studentStatuses).map(([value, label]) => ({ value, label }))

/** One status for all chosen students, with a question that names their number. */
export function StatusesModal({ students, onSaved, onClose }: StatusesModalProps) {
  const names = students.slice(0, NAMED).map(({ name }) => name)
  const rest = students.length - names.length
  return (
    <FormModal
      title="Change Status of Several"
      subtitle={listOf(rest > 0 ? [...names, `${rest} more`] : names)}
      initialValues={{ status: '', reason: '' }}
      schema={statusForm}
      verb="Set Status"
      save={(form, transfer) => setStatuses({ ids: students.map(({ id }) => id), ...form }, transfer)}
      onSaved={onSaved}
      onClose={onClose}
    >
      {(form) => {
        const status = choices.find(({ value }) => value === form.values.status)?.label
        return (
          <>
            <StatusFields
              form={form}
              choices={choices}
              description="Recorded in the history of each student."
            />
            <output className="el-strong">
              {status && studentMessages.confirmStatus(students.length, status)}
            </output>
          </>
        )
      }}
    </FormModal>
  )
}
