import { Textarea, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { type Payment, type PaymentLine, paymentMessages } from '#contract/money/payments.ts'
import { textSchema } from '#contract/base/fields.ts'
import { amountSchema } from '#contract/records/receipts.ts'
import { kes } from '../../ui/amounts.ts'
import { ContinueNote } from '../../ui/form/ContinueNote.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import type { RowAction } from '../../ui/IconButton.tsx'
import { plural } from '../../ui/plural.ts'
import { changeLines, usePaymentRefresh } from '../paymentApi.ts'
import { changesSince } from '../paymentWords.ts'

/** Which lines change, and how. A student who is added has no line yet. */
export type LineChange = {
  what: 'change' | 'leave_out' | 'put_back' | 'add'
  lines: Pick<PaymentLine, 'student_id' | 'name' | 'school' | 'amount' | 'owed'>[]
}

type OfLine = (line: PaymentLine, onChange: (change: LineChange) => void) => RowAction

export const leaveOutAction: OfLine = (line, onChange) => ({
  icon: IconX,
  word: 'Leave out',
  label: `Leave out ${line.name}`,
  onClick: () => onChange({ what: 'leave_out', lines: [line] }),
})

export const putBackAction: OfLine = (line, onChange) => ({
  icon: IconArrowBackUp,
  word: 'Put back',
  label: `Put back ${line.name}`,
  onClick: () => onChange({ what: 'put_back', lines: [line] }),
})

type LineModalProps = {
  payment: Payment
  change: LineChange
  onChanged: () => void
  onClose: () => void
}

const words = {
  change: { title: 'Change the amount', verb: 'Save amount', hint: 'Such as: remedial lessons before KCSE.' },
  leave_out: {
    title: 'Leave out',
    verb: 'Leave out',
    hint: 'Such as: left at home until February, then paid.',
  },
  put_back: { title: 'Put back', verb: 'Put back', hint: 'Such as: back at school.' },
  add: { title: 'Add to the payment', verb: 'Add', hint: 'Such as: fee in the school’s letter of 5 Jan.' },
}

const reason = textSchema('Reason', paymentMessages.reasonRequired, 500)
const schemas = {
  withAmount: z.object({
    amount: amountSchema('Amount').refine((amount) => amount > 0, paymentMessages.amountNeeded),
    reason,
  }),
  reasonOnly: z.object({ amount: z.string().transform(Number), reason }),
}

/** Changes lines of a payment, always with a reason. */
export function LineModal({ payment, change: { what, lines }, onChanged, onClose }: LineModalProps) {
  const refresh = usePaymentRefresh()
  // Saves are about what the user has seen: changes by others are shown first.
  const [seen, setSeen] = useState(payment)
  const [first] = lines
  const { title, verb, hint } = words[what]
  // What was sent for approval keeps its amounts.
  const hasAmount = lines.length === 1 && what !== 'leave_out' && payment.state === 'draft'
  if (!first) return null
  return (
    <FormModal
      title={title}
      subtitle={lines.length === 1 ? first.name : `${first.school}, ${plural(lines.length, 'student')}`}
      initialValues={{ amount: first.amount > 0 ? String(first.amount) : '', reason: '' }}
      schema={hasAmount ? schemas.withAmount : schemas.reasonOnly}
      verb={verb}
      save={(form, transfer) =>
        changeLines(
          payment.id,
          {
            version: seen.version,
            lines: lines.map(({ student_id, amount }) => ({
              student_id,
              amount: hasAmount ? form.amount : amount,
              left_out: what === 'leave_out',
              reason: form.reason,
            })),
          },
          transfer,
        )
      }
      onSaved={onChanged}
      // Somebody else may have changed it.
      onFailed={() => void refresh(payment.id)}
      onClose={onClose}
    >
      {(form) => (
        <>
          {seen.version !== payment.version && (
            <ContinueNote onContinue={() => setSeen(payment)}>
              {changesSince(seen, payment).join(' ') || 'Somebody else changed this payment.'}
            </ContinueNote>
          )}
          {hasAmount && (
            <TextInput
              label="Amount, KES"
              inputMode="decimal"
              autoComplete="off"
              data-autofocus
              description={first.owed === null ? 'What is owed is not known.' : `${kes(first.owed)} is owed.`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('amount')}
            />
          )}
          <Textarea
            label="Reason"
            description={hint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            rows={3}
            {...(!hasAmount && { 'data-autofocus': true })}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormModal>
  )
}
