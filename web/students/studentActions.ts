import {
  IconCertificate,
  IconPencil,
  IconPhotoEdit,
  IconToggleRight,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import { canSetStudentStatus, canSetSupporter } from '#contract/permissions.ts'
import { entryExams } from '#contract/students/entryExams.ts'
import { STUDENT_ACTIVE, studentMessages, type StudentRow } from '#contract/students/students.ts'
import type { RowAction } from '../ui/IconButton.tsx'
import { capital } from '../ui/plural.ts'

export type StudentModalKind = 'edit' | 'picture' | 'certificate' | 'supporter' | 'status'

/** The actions on a student. Supporter and status are omitted for users who may not set them. */
export type StudentActions = Record<'edit' | 'picture' | 'certificate', RowAction> &
  Partial<Record<'supporter' | 'status', RowAction>>

export function studentActions(
  { name, status, supporter, entry_exam }: StudentRow,
  role: number,
  open: (kind: StudentModalKind) => void,
): StudentActions {
  const { fact, noun } = entryExams[entry_exam]
  const reason = status === STUDENT_ACTIVE ? undefined : studentMessages.notActive
  const unavailable = { reason, isSkipped: reason !== undefined }
  const maySetStatus = canSetStudentStatus(role)
  return {
    edit: {
      icon: IconPencil,
      word: 'Edit',
      label: `Edit ${name}`,
      ...unavailable,
      // The Tab key reaches it if no action can be used, so that it gives the reason.
      isSkipped: unavailable.isSkipped && maySetStatus,
      onClick: () => open('edit'),
    },
    picture: {
      icon: IconPhotoEdit,
      word: 'Picture',
      phrase: 'Change picture',
      label: `Edit picture of ${name}`,
      ...unavailable,
      onClick: () => open('picture'),
    },
    certificate: {
      icon: IconCertificate,
      word: capital(fact),
      phrase: `Change ${noun}`,
      label: `Edit ${noun} of ${name}`,
      ...unavailable,
      onClick: () => open('certificate'),
    },
    ...(canSetSupporter(role) && {
      supporter: {
        icon: supporter ? IconUserMinus : IconUserPlus,
        word: supporter ? 'Remove supporter' : 'Add supporter',
        label: supporter ? `Remove supporter from ${name}` : `Add supporter to ${name}`,
        ...unavailable,
        onClick: () => open('supporter'),
      },
    }),
    ...(maySetStatus && {
      status: {
        icon: IconToggleRight,
        word: 'Status',
        phrase: 'Set status',
        label: `Set status of ${name}`,
        whyNotOthers: reason,
        onClick: () => open('status'),
      },
    }),
  }
}
