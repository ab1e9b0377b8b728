import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { canApprovePayments } from '#contract/permissions.ts'
import { kes, money, sumOf } from '../../ui/amounts.ts'
import type { RowAction } from '../../ui/IconButton.tsx'
import { formatDate, onOneLine } from '../../ui/formatDate.ts'
import { Message } from '../../ui/Message.tsx'
import { plural, verb } from '../../ui/plural.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { Figures } from '../Figures.tsx'
import classes from '../Payments.module.css'
import { approvalNote, checksOf, sizeOf, sumsOf } from '../paymentWords.ts'
import { ApproveModal } from './ApproveModal.tsx'
import checkClasses from './checks.module.css'
import { amountColumns, LineAmount } from './lineColumns.tsx'
import { leaveOutAction, type LineChange, LineModal, putBackAction } from './LineModal.tsx'
import { NotInIt } from './NotInIt.tsx'
import type { StepProps } from './StepProps.ts'
import { ReturnModal } from './ReturnModal.tsx'
import { groupsOf, SchoolLines } from './SchoolLines.tsx'
import { TickList } from './TickList.tsx'
import { useTicks } from './useTicks.ts'

/** A payment that waits for approval: the approver ticks each point, leaves lines out, returns or approves it. */
export function ApproveStep({ payment, onChanged }: StepProps) {
  const { role } = useSessionUser()
  const { may_approve, year_before } = payment
  const mayChange = canApprovePayments(role)
  const checks = checksOf(payment)
  const ticks = useTicks(payment, checks)
  const [change, setChange] = useState<LineChange>()
  const [open, setOpen] = useState<'approve' | 'return'>()
  const sums = sumsOf(payment.lines)
  const size = sizeOf({ students: sums.lines.length, schools: sums.schools })
  const groups = groupsOf(payment)
  const by = (kind: 'bank' | 'paybill') => {
    const some = groups.filter(({ account, inIt }) => account?.kind === kind && inIt.length > 0)
    return { amount: sumOf(some.map(({ amount }) => amount)), schools: some.length }
  }
  const [bank, paybill] = [by('bank'), by('paybill')]
  const note = approvalNote(payment, role)
  const leaveOut = (lines: LineChange['lines']) => setChange({ what: 'leave_out', lines })
  return (
    <>
      {note && <Message tone={note.tone}>{note.text}</Message>}
      <section className="el-card el-frame" aria-label="To approve">
        <div className={classes.statement}>
          <div>
            <h2>
              {kes(payment.total)} for {size}
            </h2>
            <p>
              {may_approve
                ? checks.length > 0
                  ? `Tick the ${plural(checks.length, 'point')} below, then approve. After that nothing in the list can be changed.`
                  : 'There is no point to check. After the approval nothing in the list can be changed.'
                : 'It waits for approval.'}
            </p>
          </div>
        </div>
        <Figures
          figures={[
            year_before
              ? {
                  name: 'Same payment last year',
                  value: money(year_before.total),
                  about: `${plural(year_before.students, 'student')}, ${onOneLine(formatDate(year_before.approved_at))}`,
                }
              : { name: 'Students', value: String(sums.lines.length), about: plural(sums.schools, 'school') },
            {
              name: 'A student, on average',
              value: money(payment.total / Math.max(sums.lines.length, 1)),
              about: year_before
                ? `${money(year_before.total / year_before.students)} last year`
                : 'in this payment',
            },
            { name: 'By bank', value: money(bank.amount), about: plural(bank.schools, 'school') },
            {
              name: 'By M-Pesa Paybill',
              value: money(paybill.amount),
              about: plural(paybill.schools, 'school'),
            },
          ]}
        />
      </section>
      {checks.length > 0 && (
        <TickList
          payment={payment}
          checks={checks}
          ticks={ticks}
          isReadOnly={!may_approve}
          onLeaveOut={mayChange ? leaveOut : undefined}
        />
      )}
      <SchoolLines
        payment={payment}
        columns={amountColumns}
        PhoneAmount={LineAmount}
        {...(mayChange && {
          actions: (line): RowAction[] =>
            line.may_put_back && may_approve
              ? [putBackAction(line, setChange)]
              : line.left_out
                ? []
                : [leaveOutAction(line, setChange)],
        })}
        totalWords={size}
      />
      <NotInIt payment={payment} />
      {mayChange && (
        <section className={`el-card ${checkClasses.foot}`} aria-label="Decide">
          {may_approve && (
            <span className={checkClasses.hint} data-done={ticks.open === 0 || undefined} aria-live="polite">
              {ticks.open > 0
                ? `${plural(ticks.open, 'point')} ${verb(ticks.open, 'is')} not ticked yet`
                : checks.length > 0 && 'Every point is ticked'}
            </span>
          )}
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={() => setOpen('return')}
          >
            Return to {payment.sent_by}
          </Button>
          {may_approve && (
            <Button
              leftSection={<IconCircleCheck size={18} aria-hidden />}
              disabled={ticks.open > 0 || sums.lines.length === 0}
              onClick={() => setOpen('approve')}
            >
              Approve {kes(payment.total)}
            </Button>
          )}
        </section>
      )}
      {change && (
        <LineModal
          payment={payment}
          change={change}
          onChanged={onChanged}
          onClose={() => setChange(undefined)}
        />
      )}
      {open === 'approve' && (
        <ApproveModal
          payment={payment}
          size={size}
          checks={checks.length}
          ticks={ticks.sent}
          onChanged={onChanged}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'return' && (
        <ReturnModal payment={payment} onChanged={onChanged} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}
