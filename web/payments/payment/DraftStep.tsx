import { Button } from '@mantine/core'
import { IconArrowRight, IconPencil, IconPlus, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { Payment, PaymentLine } from '#contract/money/payments.ts'
import { canPreparePayments } from '#contract/permissions.ts'
import { kes } from '../../ui/amounts.ts'
import type { RowAction } from '../../ui/IconButton.tsx'
import { Message } from '../../ui/Message.tsx'
import { ConfirmModal } from '../../ui/modal/ConfirmModal.tsx'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import { formatDate, onOneLine } from '../../ui/formatDate.ts'
import { plural } from '../../ui/plural.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { sendPayment, usePaymentRefresh } from '../paymentApi.ts'
import classes from '../Payments.module.css'
import { sizeOf, sumsOf } from '../paymentWords.ts'
import { useStudentForm } from '../useStudentForm.tsx'
import { AddStudentModal } from './AddStudentModal.tsx'
import { DraftChecks } from './DraftChecks.tsx'
import { amountColumns, LineAmount } from './lineColumns.tsx'
import { leaveOutAction, type LineChange, LineModal, putBackAction } from './LineModal.tsx'
import { NotInIt } from './NotInIt.tsx'
import type { StepProps } from './StepProps.ts'
import { SchoolLines } from './SchoolLines.tsx'
import { useChangeOnClose } from './useChangeOnClose.ts'

const StudentEditModal = lazyDialog(
  async () => (await import('../../students/form/StudentFormModals.tsx')).StudentEditModal,
)

/** A draft: what is to be corrected, its lines by school, and who is not in it. */
export function DraftStep({ payment, onChanged }: StepProps) {
  const { role } = useSessionUser()
  const mayPrepare = canPreparePayments(role)
  const [change, setChange] = useState<LineChange>()
  const [isAdding, setIsAdding] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const editing = useStudentForm(StudentEditModal, onChanged)
  const sums = sumsOf(payment.lines)
  const size = sizeOf({ students: sums.lines.length, schools: sums.schools })
  return (
    <>
      <section className="el-card" aria-label="Draft">
        <div className={classes.statement}>
          <div>
            <h2>
              {kes(payment.total)} for {size}
            </h2>
            <p>
              Proposed from the fee plans. {mayPrepare ? 'It follows them' : 'A coordinator prepares it'}{' '}
              until it is sent for approval.
            </p>
            <ReturnNote payment={payment} />
          </div>
          {mayPrepare && (
            <Button
              rightSection={<IconArrowRight size={18} aria-hidden />}
              disabled={sums.lines.length === 0}
              onClick={() => setIsSending(true)}
            >
              Send for approval
            </Button>
          )}
        </div>
      </section>
      {editing.problem && <Message tone="bad">{editing.problem}</Message>}
      <DraftChecks payment={payment} onEdit={editing.start} />
      <SchoolLines
        payment={payment}
        columns={amountColumns}
        PhoneAmount={LineAmount}
        {...(mayPrepare && { actions: (line) => actionsOf(line, setChange) })}
        tools={
          mayPrepare && (
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setIsAdding(true)}
            >
              Add student
            </Button>
          )
        }
        totalWords={size}
      />
      <NotInIt
        payment={payment}
        {...(mayPrepare && {
          onAdd: ({ student_id, name, school }) =>
            setChange({ what: 'add', lines: [{ student_id, name, school, amount: 0, owed: null }] }),
        })}
      />
      {change && (
        <LineModal
          payment={payment}
          change={change}
          onChanged={onChanged}
          onClose={() => setChange(undefined)}
        />
      )}
      {isAdding && (
        <AddStudentModal
          payment={payment}
          onChosen={(lines) => {
            setIsAdding(false)
            setChange({ what: 'add', lines })
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {editing.form}
      {isSending && (
        <SendModal payment={payment} size={size} onChanged={onChanged} onClose={() => setIsSending(false)} />
      )}
    </>
  )
}

function ReturnNote({ payment: { note, returned_by, returned_at } }: { payment: Payment }) {
  if (note === null) return null
  return (
    <blockquote className={classes.quote}>
      “{note}”{' '}
      <span>
        {returned_by}
        {returned_at && `, ${onOneLine(formatDate(returned_at))}`}
      </span>
    </blockquote>
  )
}

function actionsOf(line: PaymentLine, onChange: (change: LineChange) => void): RowAction[] {
  if (line.left_out) return [putBackAction(line, onChange)]
  return [
    {
      icon: IconPencil,
      word: 'Change',
      label: `Change the amount of ${line.name}`,
      onClick: () => onChange({ what: 'change', lines: [line] }),
    },
    leaveOutAction(line, onChange),
  ]
}

type SendModalProps = StepProps & { size: string; onClose: () => void }

function SendModal({ payment, size, onChanged, onClose }: SendModalProps) {
  const refresh = usePaymentRefresh()
  const closing = useChangeOnClose({ onChanged, onClose })
  const { id, number, points } = payment
  return (
    <ConfirmModal
      title="Send for approval"
      verb="Send"
      icon={IconSend}
      confirm={async (transfer) => {
        try {
          return await sendPayment(id, transfer)
        } catch (error) {
          void refresh(id)
          throw error
        }
      }}
      {...closing}
      facts={
        points.length > 0 && (
          <p className="el-ui el-ink-2">The approver has {plural(points.length, 'point')} to check.</p>
        )
      }
    >
      Send {number}, {kes(payment.total)} for {size}? From then on nobody can change its amounts, and somebody
      else approves it.
    </ConfirmModal>
  )
}
