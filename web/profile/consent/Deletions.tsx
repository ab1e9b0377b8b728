import { Button, Textarea } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type DeletionRequest, deletionForm, type StudentConsents } from '#contract/privacy/consents.ts'
import { wordsOf } from '#contract/privacy/consentWords.ts'
import type { StudentRow } from '#contract/students/students.ts'
import { consentsQuery } from '../../privacy/consents/consentApi.ts'
import { call } from '../../ui/call.ts'
import { CopyButton } from '../../ui/export/CopyButton.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { formatDate } from '../../ui/formatDate.ts'
import { listOf, plural } from '../../ui/plural.ts'
import classes from './ConsentCard.module.css'

type DeletionsProps = { student: Pick<StudentRow, 'id' | 'name'>; consents: StudentConsents }

/** What supporters got before it was withdrawn, each with a request to delete it. */
export function Deletions({ student, consents: { deletions } }: DeletionsProps) {
  const [asking, setAsking] = useState<DeletionRequest>()
  return (
    <>
      {deletions.map((request) => (
        <div key={request.supporter_id} className={classes.strip}>
          <IconMail size={20} aria-hidden />
          <span>{sentenceOf(request)}</span>
          {request.letters.length > 0 && (
            <Link className="el-link" to="/dashboard" search={{ menu: 'letters', search: student.name }}>
              See the letters
            </Link>
          )}
          <Button variant="default" onClick={() => setAsking(request)}>
            {request.asked_at ? 'Ask again' : 'Request to delete'}
          </Button>
        </div>
      ))}
      {asking && <DeletionModal student={student} request={asking} onClose={() => setAsking(undefined)} />}
    </>
  )
}

function sentenceOf({ supporter, purposes, letters, asked_at }: DeletionRequest): string {
  const asked = asked_at ? ` Asked to delete on ${formatDate(asked_at)}.` : ''
  if (letters.length > 0)
    return `${plural(letters.length, 'letter')} went to ${supporter} before it was withdrawn.${asked}`
  return `${supporter} may have stored ${wordsOf(purposes)}.${asked}`
}

type DeletionModalProps = {
  student: DeletionsProps['student']
  request: DeletionRequest
  onClose: () => void
}

/** The prepared text, to copy or to send as a letter. */
function DeletionModal({ student: { id }, request, onClose }: DeletionModalProps) {
  const client = useQueryClient()
  const { supporter, supporter_id, letters, text } = request
  const days = listOf(letters.map(({ sent_at }) => formatDate(sent_at)))
  return (
    <FormModal
      title="Request to Delete"
      initialValues={{ supporter_id, text }}
      schema={deletionForm}
      verb="Send as a letter"
      save={(body, transfer) =>
        call('POST /api/students/:id/consents/letter', { params: { id }, body, ...transfer })
      }
      onSaved={() => void client.invalidateQueries(consentsQuery(id))}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p className="el-ink-2">
            For {supporter}
            {days && `, who received letters on ${days}`}.
          </p>
          <Textarea label="Text" rows={9} data-autofocus {...form.getInputProps('text')} />
          <div>
            <CopyButton text={form.values.text} word="Copy text" />
          </div>
        </>
      )}
    </FormModal>
  )
}
