import { Textarea } from '@mantine/core'
import { restrictionForm } from '#contract/privacy/restriction.ts'
import { call } from '../../ui/call.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import type { RecordStudent } from '../erasure/erasureApi.ts'
import { useRightsChanged } from '../requests/requestApi.ts'

type RestrictModalProps = { student: RecordStudent; onClose: () => void }

/** Restricts the use of a record, with the reason. */
export function RestrictModal({ student: { id, name, ref }, onClose }: RestrictModalProps) {
  const changed = useRightsChanged()
  return (
    <FormModal
      title="Restrict the Use"
      subtitle={`${name}, ${ref}`}
      initialValues={{ reason: '' }}
      schema={restrictionForm}
      verb="Restrict the use"
      save={(body) =>
        call('POST /api/students/:id/restriction', {
          params: { id },
          body,
          action: { verb: 'restrict the use of the record of', name },
        })
      }
      onSaved={changed}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p className="el-ink-2">
            The supporter sees nothing of the record, and letters leave it out. Staff still see it. It can be
            lifted at any time.
          </p>
          <Textarea label="Reason" rows={3} data-autofocus {...form.getInputProps('reason')} />
        </>
      )}
    </FormModal>
  )
}
