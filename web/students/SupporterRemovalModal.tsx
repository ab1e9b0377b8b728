import { IconUserMinus } from '@tabler/icons-react'
import { studentMessages } from '#contract/students.ts'
import { ConfirmModal, NamedQuestion } from '../ui/modal/ConfirmModal.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import { removeSupporter, studentsList } from './studentApi.ts'
import type { OneStudentProps } from './StudentLine.tsx'

export function SupporterRemovalModal({ student, onClose }: OneStudentProps) {
  const { put } = useListChanges(studentsList)
  return (
    <ConfirmModal
      title="Set Supporter Data"
      verb="Remove"
      icon={IconUserMinus}
      confirm={(transfer) => removeSupporter(student.id, transfer)}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
    >
      <NamedQuestion ask={studentMessages.confirmRemoval} name={student.name} />
    </ConfirmModal>
  )
}
