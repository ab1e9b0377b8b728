import { useState } from 'react'
import type { NoticeTime } from '#contract/notifications.ts'
import type { RecordDeed } from '../activities/useRecordActivities.ts'
import type { RecordStudent } from '../RecordStudent.ts'
import { ReportAddModal } from './ReportAddModal.tsx'
import { ReportEditModal } from './ReportEditModal.tsx'
import { ReportPicker } from './ReportPicker.tsx'

export type OneStudentProps = { student: RecordStudent; onClose: () => void }
/** With an `id` it is known already which is edited, with a `time` of which term one is added. */
export type ReportModalProps = OneStudentProps & { deed: RecordDeed; id?: number; time?: NoticeTime }

/** Adds a report, or edits one that is picked first. */
export function ReportModal({ deed, id, time, ...one }: ReportModalProps) {
  const [isAdding, setIsAdding] = useState(deed === 'add')
  const [picked, setPicked] = useState(id)
  if (isAdding) return <ReportAddModal {...one} time={time} />
  if (picked !== undefined) return <ReportEditModal {...one} id={picked} />
  return <ReportPicker {...one} onAdd={() => setIsAdding(true)} onPick={setPicked} />
}
