import { useQuery } from '@tanstack/react-query'
import { money } from '../amounts.ts'
import { RecordPicker } from '../form/RecordPicker.tsx'
import { receiptsQuery } from './receiptApi.ts'
import type { OneStudentProps } from './ReceiptModal.tsx'

type ReceiptPickerProps = OneStudentProps & { onAdd: () => void; onPick: (id: number) => void }

/** Several receipts of a term are normal: their totals tell them apart. */
export const ReceiptPicker = ({ student, onClose, onAdd, onPick }: ReceiptPickerProps) => (
  <RecordPicker
    title="Edit Finance Report"
    student={student}
    query={useQuery(receiptsQuery(student.id))}
    nothing="There is no receipt to edit yet."
    addLabel="Add Finance Report"
    onAdd={onAdd}
    onPick={({ id }) => onPick(id)}
    onClose={onClose}
    factOf={({ total_cost }) => `KES ${money(total_cost)}`}
  />
)
