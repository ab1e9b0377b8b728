import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { amountInWords } from '#contract/money/amountInWords.ts'
import type { ApproveForm } from '#contract/money/payments.ts'
import { toCents } from '#contract/records/receipts.ts'
import { money } from '../../ui/amounts.ts'
import { ConfirmModal } from '../../ui/modal/ConfirmModal.tsx'
import { ConfirmNote } from '../../ui/modal/ConfirmNote.tsx'
import { Message } from '../../ui/Message.tsx'
import { approvePayment, usePaymentRefresh } from '../paymentApi.ts'
import { changesSince, termOf } from '../paymentWords.ts'
import type { StepProps } from './StepProps.ts'
import classes from './payment.module.css'
import { useChangeOnClose } from './useChangeOnClose.ts'

type ApproveModalProps = StepProps & {
  size: string
  checks: number
  ticks: ApproveForm['ticks']
  onClose: () => void
}

/** Asks once more with the amount in figures and words; the server then asks who it is. */
export function ApproveModal({ onChanged, onClose, ...checked }: ApproveModalProps) {
  // As it was ticked: after a change by somebody else the approver looks at the page again.
  const [{ payment, size, checks, ticks }] = useState(checked)
  const refresh = usePaymentRefresh()
  // The page lists them too, but far above the button that opened this dialog.
  const changes = changesSince(payment, checked.payment)
  const closing = useChangeOnClose({ onChanged, onClose })
  return (
    <ConfirmModal
      title={`Approve payment ${payment.number}`}
      verb="Approve"
      icon={IconCircleCheck}
      confirm={async (transfer) => {
        try {
          return await approvePayment(payment, { version: payment.version, ticks }, transfer)
        } catch (error) {
          // Somebody else may have changed or approved it.
          void refresh(payment.id)
          throw error
        }
      }}
      {...closing}
      facts={
        <>
          {changes.length > 0 && <Message tone="note">{changes.join(' ')}</Message>}
          <dl className={classes.facts}>
            <div>
              <dt>For</dt>
              <dd>{size}</dd>
            </div>
            <div>
              <dt>Term</dt>
              <dd>{termOf(payment)}</dd>
            </div>
            <div>
              <dt>Points ticked</dt>
              <dd>
                {checks} of {checks}
              </dd>
            </div>
          </dl>
          <ConfirmNote />
        </>
      }
    >
      <span className={classes.figure}>KES {money(payment.total)}</span>
      <span className="el-ui el-ink-2">{amountInWords(toCents(payment.total))}</span>
    </ConfirmModal>
  )
}
