import { useState } from 'react'
import type { StudentRow } from '#contract/students.ts'
import type { RecordDeed } from '../shared/activities/useRecordActivities.ts'
import { ReportAddModal } from './ReportAddModal.tsx'
import { ReportEditModal } from './ReportEditModal.tsx'
import { ReportPicker } from './ReportPicker.tsx'

export type OneStudentProps = { student: StudentRow; onClose: () => void }
type ReportModalProps = OneStudentProps & { deed: RecordDeed }

/** Adds a report, or edits one that is picked first. */
export function ReportModal({ deed, ...one }: ReportModalProps) {
  const [isAdding, setIsAdding] = useState(deed === 'add')
  const [picked, setPicked] = useState<number>()
  if (isAdding) return <ReportAddModal {...one} />
  if (picked !== undefined) return <ReportEditModal {...one} id={picked} />
  return <ReportPicker {...one} onAdd={() => setIsAdding(true)} onPick={setPicked} />
}
