import type { StudentRow } from '#contract/students.ts'
import { CertificateModal } from './CertificateModal.tsx'
import { PictureModal } from './PictureModal.tsx'
import { StatusModal } from './StatusModal.tsx'
import type { StudentModalKind } from './studentActions.ts'
import { StudentAddModal } from './StudentAddModal.tsx'
import { StudentEditModal } from './StudentEditModal.tsx'
import { SupporterModal } from './SupporterModal.tsx'
import { SupporterRemovalModal } from './SupporterRemovalModal.tsx'

export type StudentModalState = { kind: 'add' } | { kind: StudentModalKind; student: StudentRow }

type StudentModalProps = { state: StudentModalState; onClose: () => void }

/** The modals of the students list. */
export function StudentModal({ state, onClose }: StudentModalProps) {
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
