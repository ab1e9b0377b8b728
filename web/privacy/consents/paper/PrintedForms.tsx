import { useQuery } from '@tanstack/react-query'
import { studentToEditQuery } from '../../../students/studentApi.ts'
import { useToday } from '../../../ui/form/FormFields.tsx'
import { PrintedPages } from '../../../ui/print/PrintedPages.tsx'
import { SilenceNotice } from '../../../ui/SilenceNotice.tsx'
import { gateQuery } from '../consentApi.ts'
import { ConsentForm, type FormStudent } from './ConsentForm.tsx'

type PrintedFormsProps = { students: FormStudent[]; onPrinted: () => void }

/** Prints a form for each student, one A4 page each, and closes. */
export function PrintedForms({ students, onPrinted }: PrintedFormsProps) {
  const { data: gate, error } = useQuery(gateQuery)
  const today = useToday()
  if (!gate && !error) return null
  return (
    <PrintedPages margin="0" onPrinted={onPrinted}>
      {students.map((student) => (
        <ConsentForm key={student.id} student={student} contact={gate?.contact ?? null} today={today} />
      ))}
    </PrintedPages>
  )
}

/** The form of one student, of whom only the id is known. */
export function PrintedFormOf({ student, onPrinted }: { student: number; onPrinted: () => void }) {
  const { data, error } = useQuery(studentToEditQuery(student))
  if (error) return <SilenceNotice />
  return data ? <PrintedForms students={[data]} onPrinted={onPrinted} /> : <SilenceNotice />
}
