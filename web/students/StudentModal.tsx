import { useQuery } from '@tanstack/react-query'
import { statusForm, supporterForm } from '#contract/students/studentForms.ts'
import { type StudentRow, studentStatuses } from '#contract/students/students.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { SearchSelect } from '../ui/form/SearchSelect.tsx'
import type { StudentModalKind } from './studentActions.ts'
import { StudentAddModal, StudentEditModal } from './form/StudentFormModals.tsx'
import { addSupporter, setStatus, supportersQuery, useStudentChanges } from './studentApi.ts'
import { CertificateModal, PictureModal } from './files/StudentFileModals.tsx'
import { CurrentValue } from './CurrentValue.tsx'
import { SupporterRemovalModal } from './promises/SupporterRemovalModal.tsx'
import { StatusFields } from './form/StatusFields.tsx'
import { type OneStudentProps, StudentLine } from './StudentLine.tsx'
import { StudentStatusBadge } from './StudentStatusBadge.tsx'

export type StudentModalState = { kind: 'add' } | { kind: StudentModalKind; student: StudentRow }

/** The modals of the students list. */
export function StudentModal({ state, onClose }: { state: StudentModalState; onClose: () => void }) {
  if (state.kind === 'add') return <StudentAddModal onClose={onClose} />
  const { kind, student } = state
  const Modal = kind === 'supporter' && student.supporter ? SupporterRemovalModal : modals[kind]
  return <Modal student={student} onClose={onClose} />
}

const modals = {
  edit: StudentEditModal,
  picture: PictureModal,
  certificate: CertificateModal,
  supporter: SupporterModal,
  status: StatusModal,
}

function StatusModal({ student, onClose }: OneStudentProps) {
  const put = useStudentChanges()
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
          <CurrentValue what="status">
            <StudentStatusBadge status={student.status} />
          </CurrentValue>
          <StatusFields form={form} choices={others} description="Recorded in the student’s history." />
        </>
      )}
    </FormModal>
  )
}

type SupporterModalProps = {
  student: Pick<StudentRow, 'id' | 'name' | 'ref' | 'supporter'>
  onClose: () => void
}

export function SupporterModal({ student, onClose }: SupporterModalProps) {
  const put = useStudentChanges()
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
        <>
          <CurrentValue what="supporter">{student.supporter}</CurrentValue>
          <SearchSelect
            label="Supporter"
            placeholder="Please Select Supporter"
            data={supporters}
            {...form.getInputProps('supporter_id')}
            {...(error && { error: error.message })}
          />
        </>
      )}
    </FormModal>
  )
}
