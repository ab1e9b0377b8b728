import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { studentToEditQuery } from '../../../students/studentApi.ts'
import { useToday } from '../../../ui/form/FormFields.tsx'
import sheet from '../../../ui/print/PrintSheet.module.css'
import { printForeign } from '../../../ui/print/usePrinting.ts'
import { SilenceNotice } from '../../../ui/SilenceNotice.tsx'
import { gateQuery } from '../consentApi.ts'
import { ConsentForm, type FormStudent } from './ConsentForm.tsx'

type PrintedFormsProps = { students: FormStudent[]; onPrinted: () => void }

/** Prints a form for each student, one A4 page each, and closes. */
export function PrintedForms(props: PrintedFormsProps) {
  const { data: gate, error } = useQuery(gateQuery)
  if (!gate && !error) return null
  return <Forms {...props} contact={gate?.contact ?? null} />
}

function Forms({ students, contact, onPrinted }: PrintedFormsProps & { contact: string | null }) {
  const today = useToday()
  const close = useEffectEvent(onPrinted)
  useEffect(() => printForeign(() => close()), [])
  return createPortal(
    <div className={sheet.sheet}>
      <style>{'@page { size: A4 portrait; margin: 0 }'}</style>
      {students.map((student) => (
        <ConsentForm key={student.id} student={student} contact={contact} today={today} />
      ))}
    </div>,
    document.body,
  )
}

/** The form of one student, of whom only the id is known. */
export function PrintedFormOf({ student, onPrinted }: { student: number; onPrinted: () => void }) {
  const { data, error } = useQuery(studentToEditQuery(student))
  if (error) return <SilenceNotice />
  return data ? <PrintedForms students={[data]} onPrinted={onPrinted} /> : <SilenceNotice />
}
