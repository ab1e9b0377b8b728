import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PromiseLetterKind } from '#contract/money/commitments.ts'
import { promiseLetterForm, type Renewal } from '#contract/money/funding.ts'
import { roleName } from '#contract/permissions.ts'
import { PaperLetter } from '../privacy/PaperLetter.tsx'
import { call } from '../ui/call.ts'
import { charity } from '../ui/charity.ts'
import { ContinueNote } from '../ui/form/ContinueNote.tsx'
import { FormModal } from '../ui/form/FormModal.tsx'
import { formatDate, formatDay, onOneLine } from '../ui/formatDate.ts'
import { useToday } from '../ui/form/FormFields.tsx'
import { PrintedPages } from '../ui/print/PrintedPages.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { type TimeIds, useFundingChanged } from './fundingApi.ts'
import { promiseLetter, reachOf } from './renewalWords.ts'

type LetterModalProps = {
  kind: PromiseLetterKind
  renewal: Renewal
  /** When they were last written to about it, as it is known now. */
  asked_at: string | null
  time: TimeIds
  /** The terms that the letter is about. */
  terms: string[]
  onSent: () => void
  onClose: () => void
}

type Letter = { subject: string; text: string }
type Answer = { message: string; printed?: Letter }

const schema = promiseLetterForm.pick({ subject: true, text: true })

/** The letter to one supporter or source, which a person edits and sends, or prints if there is no address. */
export function LetterModal({ kind, renewal, asked_at, time, terms, onSent, onClose }: LetterModalProps) {
  const { name, role } = useSessionUser()
  const changed = useFundingChanged()
  const { supporter_id, email } = renewal
  // Another user may write to them while the form is open: that letter is named before another one is sent.
  const [seen, setSeen] = useState(renewal.asked_at)
  const [printing, setPrinting] = useState<Letter>()
  const [initialValues] = useState(() =>
    promiseLetter(kind, { renewal, terms, signed_by: name, role: roleName(role), charity: charity.name }),
  )
  if (printing) return <PrintedLetter to={renewal.name} letter={printing} onPrinted={onClose} />
  const isPrinted = email === null || supporter_id === null
  return (
    <FormModal<Letter, Letter, Answer>
      title={kind === 'late' ? 'Write letter' : 'Ask to renew'}
      subtitle={`${renewal.name}, ${reachOf(renewal)}`}
      initialValues={initialValues}
      schema={schema}
      verb={isPrinted ? 'Print letter' : 'Send letter'}
      save={async (letter, transfer) => {
        if (isPrinted) {
          const students = [...new Set(renewal.promises.map(({ student_id }) => student_id))]
          const body = { what: 'letter', how: 'print', students } as const
          await call('POST /api/funding/departures', { body, ...transfer })
          return { message: 'Letter printed.', printed: letter }
        }
        const body = { ...letter, supporter_id, kind, seen, ...(kind === 'late' && inTime(time)) }
        return call('POST /api/funding/letters', { body, ...transfer })
      }}
      onSaved={({ printed }) => {
        if (printed) return setPrinting(printed)
        changed()
        onSent()
      }}
      onFailed={changed}
      onClose={onClose}
    >
      {(form) => (
        <>
          {asked_at !== null && asked_at !== seen && (
            <ContinueNote onContinue={() => setSeen(asked_at)}>
              There is a letter of {onOneLine(formatDate(asked_at))} to them by now.
            </ContinueNote>
          )}
          <TextInput label="Subject" autoComplete="off" {...form.getInputProps('subject')} />
          <Textarea label="Letter" autosize minRows={12} maxRows={22} {...form.getInputProps('text')} />
        </>
      )}
    </FormModal>
  )
}

const inTime = ({ year, term }: TimeIds) => ({
  ...(year !== undefined && { year_id: year }),
  ...(term !== undefined && { term_id: term }),
})

function PrintedLetter({ to, letter, onPrinted }: { to: string; letter: Letter; onPrinted: () => void }) {
  const today = useToday()
  return (
    <PrintedPages margin="25mm" onPrinted={onPrinted}>
      <PaperLetter
        language="English"
        paragraphs={[
          { text: charity.name },
          { text: formatDay(today) },
          { text: to },
          { text: letter.subject, style: 'bold' },
          ...letter.text.split(/\n{2,}/).map((text) => ({ text })),
        ]}
      />
    </PrintedPages>
  )
}
