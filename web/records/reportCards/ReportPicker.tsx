import { useQuery } from '@tanstack/react-query'
import { RecordPicker } from '../form/RecordPicker.tsx'
import { reportsQuery } from './reportApi.ts'
import type { OneStudentProps } from './ReportModal.tsx'

type ReportPickerProps = OneStudentProps & { onAdd: () => void; onPick: (id: number) => void }

/** Chooses the year and term of the report that is to be edited. */
export const ReportPicker = ({ student, onAdd, onPick, onClose }: ReportPickerProps) => (
  <RecordPicker
    title="Edit Academic Report"
    student={student}
    query={useQuery(reportsQuery(student.id))}
    nothing="There is no report to edit yet."
    addLabel="Add Academic Report"
    onAdd={onAdd}
    onPick={({ id }) => onPick(id)}
    onClose={onClose}
  />
)
