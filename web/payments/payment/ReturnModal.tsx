import { Textarea } from '@mantine/core'
import { returnForm } from '#contract/money/payments.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { returnPayment, usePaymentRefresh } from '../paymentApi.ts'
import type { StepProps } from './StepProps.ts'
import { useChangeOnClose } from './useChangeOnClose.ts'

/** Returns a payment to its preparer, with what is to be corrected. */
export function ReturnModal({ payment, onChanged, onClose }: StepProps & { onClose: () => void }) {
  const refresh = usePaymentRefresh()
  const closing = useChangeOnClose({ onChanged, onClose })
  return (
    <FormModal
      title={`Return to ${payment.sent_by}`}
      subtitle={payment.number}
      initialValues={{ note: '' }}
      schema={returnForm}
      verb="Return"
      save={(form, transfer) => returnPayment(payment.id, form, transfer)}
      onFailed={() => void refresh(payment.id)}
      {...closing}
    >
      {(form) => (
        <>
          <p className="el-body el-ink-2">
            The payment becomes a draft again. Your ticks are kept for what does not change.
          </p>
          <Textarea label="What needs correcting?" rows={3} data-autofocus {...form.getInputProps('note')} />
        </>
      )}
    </FormModal>
  )
}
