import { Box, Button, Group } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#contract/base/days.ts'
import type { OwnPayment } from '#contract/money/payments.ts'
import { canEditReceipts, canSeeOwnPayments } from '#contract/permissions.ts'
import type { Receipt } from '#contract/records/receipts.ts'
import { paidNoReceipt } from '../../missing/steps.ts'
import { differenceWords, money } from '../../ui/amounts.ts'
import { useLookupName } from '../../records/form/RecordFields.tsx'
import { paidQuery } from '../../records/receipts/openPayments.ts'
import { recordsQuery } from '../../records/recordApi.ts'
import { plural } from '../../ui/plural.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useMayChange } from '../StudentTasks.tsx'
import classes from './PaidToSchool.module.css'
import { onOneLine } from '../../ui/formatDate.ts'
import { LinkModal } from './LinkModal.tsx'

/** What schools were paid for a student; nothing for users who do not see it. */
function usePaid(student: number): OwnPayment[] {
  const { role } = useSessionUser()
  const { data = [] } = useQuery({ ...paidQuery(student), enabled: canSeeOwnPayments(role) })
  return data
}

type PaidToSchoolProps = { student: number; year: number }

/** What schools were paid for a student’s year, each with what its receipts say, and a button to link them. */
export function PaidToSchool({ student, year }: PaidToSchoolProps) {
  const paid = usePaid(student).filter(({ year_id }) => year_id === year)
  if (paid.length === 0) return null
  return (
    <Box component="section" className="el-line" p="10px var(--edge)" aria-labelledby="paid-to-school">
      <h3 id="paid-to-school" className="el-h3 el-strong">
        Paid to the school
      </h3>
      <ul>
        {paid.map((payment) => (
          <PaidLine key={payment.line_id} payment={payment} />
        ))}
      </ul>
    </Box>
  )
}

function PaidLine({ payment }: { payment: OwnPayment }) {
  const { line_id, student_id, school, amount, paid_on, receipts: linked } = payment
  const { role } = useSessionUser()
  const mayLink = useMayChange() && canEditReceipts(role)
  const term = useLookupName('terms', String(payment.term_id))
  const { data: receipts = [] } = useQuery(recordsQuery('receipt', student_id))
  const [isOpen, setIsOpen] = useState(false)
  const words = `KES ${money(amount)} paid on ${onOneLine(formatDay(paid_on))}`
  const word = linked.length > 0 ? 'Change' : 'Link'
  return (
    <Group component="li" gap="4px 14px" py={6} mih="var(--el-touch)">
      <Box flex="1 1 260px" miw={0}>
        <p className="el-ui el-medium el-numbers">{words}</p>
        <p className="el-sm el-ink-2 el-break">{[term, school].filter(Boolean).join(', ')}</p>
      </Box>
      <PaidState {...payment} />
      {mayLink && receipts.length > 0 && (
        <Button
          variant="default"
          data-screen-only
          leftSection={<IconLink size={18} aria-hidden />}
          aria-label={`${word} receipts of ${words}`}
          onClick={() => setIsOpen(true)}
        >
          {word} receipts
        </Button>
      )}
      {isOpen && (
        <LinkModal
          title="Link receipts"
          subtitle={words}
          student={student_id}
          choices={receipts.map((receipt) => ({
            line_id,
            receipts: linked,
            receipt_id: receipt.id,
            words: `KES ${money(receipt.total_cost)}`,
            note: noteOf(receipt),
          }))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Group>
  )
}

/** `Paid, no receipt`, or how much the receipts differ from what was paid. */
function PaidState({ days, amount, receipted }: OwnPayment) {
  if (days !== null)
    return (
      <Group gap="s2" wrap="nowrap">
        <StatusBadge {...paidNoReceipt} />
        <span className="el-sm el-ink-2 el-numbers">{plural(days, 'day')}</span>
      </Group>
    )
  const difference = differenceWords({ amount, receipted })
  if (!difference) return <StatusBadge word="Receipt" tone="green" shape="circledTick" />
  return (
    <span className="el-sm el-numbers">
      <StatusBadge word={difference} tone="amber" shape="diamond" />
    </span>
  )
}

/** Of a receipt: the payments that it acknowledges, and a button to link others. */
export function PaidBy({ receipt }: { receipt: Receipt }) {
  const { id, student_id, total_cost } = receipt
  const { role } = useSessionUser()
  const paid = usePaid(student_id)
  const mayLink = useMayChange() && canEditReceipts(role)
  const [isOpen, setIsOpen] = useState(false)
  if (paid.length === 0) return null
  const own = paid.filter(({ receipts }) => receipts.includes(id))
  const word = own.length > 0 ? 'Change' : 'Link'
  return (
    <Group gap="2px 10px" className="el-sm el-ink-2 el-numbers">
      {own.map(({ line_id, amount, paid_on }) => (
        <span key={line_id}>
          For KES {money(amount)} paid on {onOneLine(formatDay(paid_on))}
        </span>
      ))}
      {mayLink && (
        <button
          type="button"
          className={classes.link}
          data-screen-only
          aria-label={`${word} payments of receipt KES ${money(total_cost)}`}
          onClick={() => setIsOpen(true)}
        >
          {word} payments
        </button>
      )}
      {isOpen && (
        <LinkModal
          title="Link payments"
          subtitle={`Receipt of KES ${money(total_cost)}, ${noteOf(receipt)}`}
          student={student_id}
          choices={paid.map(({ line_id, amount, paid_on, school, receipts }) => ({
            line_id,
            receipts,
            receipt_id: id,
            words: `KES ${money(amount)} paid on ${onOneLine(formatDay(paid_on))}`,
            note: school,
          }))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Group>
  )
}

/** `Term 1, 2026, Tuition Fees` */
const noteOf = ({ term, year, categories }: Receipt) =>
  [term, year, ...categories.map(({ category }) => category)].join(', ')
