import { Textarea } from '@mantine/core'
import { type Consent, voidForm } from '#contract/privacy/consents.ts'
import type { StudentRow } from '#contract/students/students.ts'
import { useConsentsSaved } from '../../privacy/consents/consentApi.ts'
import { documentOf } from '../../privacy/consents/consentBadges.ts'
import { call } from '../../ui/call.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'

type VoidModalProps = { student: Pick<StudentRow, 'id'>; consent: Consent; onClose: () => void }

/** Marks a consent as void that was recorded by mistake. */
export function VoidModal({ student, consent, onClose }: VoidModalProps) {
  const put = useConsentsSaved(student.id)
  return (
    <FormModal
      title="Mark as Void"
      initialValues={{ reason: '' }}
      schema={voidForm}
      verb="Mark as void"
      save={(body) =>
        call('POST /api/consents/:id/void', {
          params: { id: consent.id },
          body,
          action: { verb: 'mark the consent as void' },
        })
      }
      onSaved={(answer) => put(answer)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p className="el-ink-2">
            {documentOf(consent)}, {consent.name}. It stays in the history and no longer counts.
          </p>
          <Textarea label="Reason" rows={3} data-autofocus {...form.getInputProps('reason')} />
        </>
      )}
    </FormModal>
  )
}
