import { useQuery } from '@tanstack/react-query'
import { useToday } from '../../../ui/form/FormFields.tsx'
import frame from '../../../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../../ui/modal/useModalLife.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { PrintedPages } from '../../../ui/print/PrintedPages.tsx'
import { SilenceNotice } from '../../../ui/SilenceNotice.tsx'
import { lacksContact, printedFormsQuery } from '../consentApi.ts'
import { ConsentForm } from './ConsentForm.tsx'
import { ContactNeeded } from './ContactNeeded.tsx'

type PrintedFormsProps = { of: Parameters<typeof printedFormsQuery>[0]; onPrinted: () => void }

/** Prints a form for each student, both sides of an A4 page, and closes. Without a contact, asks for it first. */
export function PrintedForms({ of, onPrinted }: PrintedFormsProps) {
  const { data, error, refetch } = useQuery(printedFormsQuery(of))
  const today = useToday()
  if (error && !data) return <NoForm error={error} onRetry={() => void refetch()} onClose={onPrinted} />
  if (!data) return <SilenceNotice />
  return (
    <PrintedPages margin="0" onPrinted={onPrinted}>
      {data.students.map((student) => (
        <ConsentForm key={student.id} {...data} student={student} today={today} />
      ))}
    </PrintedPages>
  )
}

type NoFormProps = { error: Error; onRetry: () => void; onClose: () => void }

function NoForm({ error, onRetry, onClose }: NoFormProps) {
  const life = useModalLife(onClose)
  return (
    <ModalFrame life={life} title="Print Form" shape="question">
      <div className={frame.body}>
        {lacksContact(error) ? <ContactNeeded /> : <LoadFailure error={error} onRetry={onRetry} />}
      </div>
    </ModalFrame>
  )
}
