import { useState } from 'react'
import type { NoticeTime } from '#contract/notifications.ts'
import type { RecordDeed } from '../activities/useRecordActivities.ts'
import type { RecordStudent } from '../RecordStudent.ts'
import { ReceiptAddModal } from './ReceiptAddModal.tsx'
import { ReceiptEditModal } from './ReceiptEditModal.tsx'
import { ReceiptPicker } from './ReceiptPicker.tsx'

export type OneStudentProps = { student: RecordStudent; onClose: () => void }
/** With an `id` it is known already which is edited, with a `time` of which term one is added. */
export type ReceiptModalProps = OneStudentProps & { deed: RecordDeed; id?: number; time?: NoticeTime }

/** Adds a receipt, or edits one that is picked first. */
export function ReceiptModal({ deed, id, time, ...one }: ReceiptModalProps) {
  const [isAdding, setIsAdding] = useState(deed === 'add')
  const [picked, setPicked] = useState(id)
  if (isAdding) return <ReceiptAddModal {...one} time={time} />
  if (picked !== undefined) return <ReceiptEditModal {...one} id={picked} />
  return <ReceiptPicker {...one} onAdd={() => setIsAdding(true)} onPick={setPicked} />
}
