import { useState } from 'react'
import type { StudentRow } from '#contract/students.ts'
import type { RecordDeed } from '../shared/activities/useRecordActivities.ts'
import { ReceiptAddModal } from './ReceiptAddModal.tsx'
import { ReceiptEditModal } from './ReceiptEditModal.tsx'
import { ReceiptPicker } from './ReceiptPicker.tsx'

export type OneStudentProps = { student: StudentRow; onClose: () => void }
type ReceiptModalProps = OneStudentProps & { deed: RecordDeed }

/** Adds a receipt, or edits one that is picked first. */
export function ReceiptModal({ deed, ...one }: ReceiptModalProps) {
  const [isAdding, setIsAdding] = useState(deed === 'add')
  const [picked, setPicked] = useState<number>()
  if (isAdding) return <ReceiptAddModal {...one} />
  if (picked !== undefined) return <ReceiptEditModal {...one} id={picked} />
  return <ReceiptPicker {...one} onAdd={() => setIsAdding(true)} onPick={setPicked} />
}
