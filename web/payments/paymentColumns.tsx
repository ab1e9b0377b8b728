import {
  IconArrowRight,
  IconCheck,
  IconCircleCheck,
  IconCash,
  IconEye,
  IconPencil,
  IconReceipt,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { PaymentRow } from '#contract/money/payments.ts'
import { money } from '../ui/amounts.ts'
import { formatDate, onOneLine } from '../ui/formatDate.ts'
import { type RowAction, WordButton } from '../ui/IconButton.tsx'
import { ListCard } from '../ui/list/ListCard.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { plural } from '../ui/plural.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import classes from './Payments.module.css'
import { placeWords, stateLooks, stateOf, stepOf, type StepWord, termOf } from './paymentWords.ts'

type Open = (id: number) => void

export const stepIcons: Record<StepWord, TablerIcon> = {
  Open: IconEye,
  Continue: IconArrowRight,
  Correct: IconPencil,
  'Check and approve': IconCircleCheck,
  Pay: IconCash,
  'Missing receipts': IconReceipt,
}

const actionOf = (payment: PaymentRow, role: number, onOpen: Open): RowAction => {
  const { word } = stepOf(payment, role)
  return {
    icon: stepIcons[word],
    word,
    label: `${word}: ${payment.number}`,
    onClick: () => onOpen(payment.id),
  }
}

export const paymentColumns = (role: number, onOpen: Open): ListColumn<PaymentRow>[] => [
  {
    name: 'number',
    header: 'Payment',
    only: 'wide',
    cell: (payment) => (
      <>
        <NumberLink payment={payment} />
        <span className={classes.second}>
          {payment.prepared_by}, {onOneLine(formatDate(payment.at))}
        </span>
      </>
    ),
  },
  {
    name: 'number',
    header: 'Payment',
    only: 'narrow',
    cell: (payment) => (
      <>
        <NumberLink payment={payment} />
        <span className={classes.second}>
          {termOf(payment)}, {placeWords(payment.place)}
        </span>
      </>
    ),
  },
  {
    name: 'term',
    header: 'Term',
    only: 'wide',
    cell: (payment) => (
      <>
        {termOf(payment)}
        <span className={classes.second}>{placeWords(payment.place)}</span>
      </>
    ),
  },
  {
    name: 'state',
    header: 'State',
    shape: 'badge',
    cell: (payment) => <StatusBadge {...stateLooks[stateOf(payment)]} />,
  },
  { name: 'students', header: 'Students', align: 'right', only: 'wide', cell: ({ students }) => students },
  { name: 'schools', header: 'Schools', align: 'right', only: 'wide', cell: ({ schools }) => schools },
  {
    name: 'amount',
    header: 'Amount',
    align: 'right',
    cell: ({ total }) => <b className="el-strong">{money(total)}</b>,
  },
  { name: 'paid', header: 'Paid', align: 'right', group: '', cell: (payment) => <Paid payment={payment} /> },
  {
    name: 'receipts',
    header: 'Receipts',
    align: 'right',
    group: '',
    cell: (payment) => <Receipts payment={payment} />,
  },
  {
    name: 'next',
    header: 'Next step',
    isScreenOnly: true,
    width: 210,
    cell: (payment) => <WordButton {...actionOf(payment, role, onOpen)} />,
  },
]

const NumberLink = ({ payment: { id, number } }: { payment: PaymentRow }) => (
  <Link
    to="/dashboard"
    search={{ menu: 'payments', payment: id }}
    state={{ openedFrom: 'payments' }}
    className="el-link"
  >
    {number}
  </Link>
)

function Paid({ payment: { paid, came_back } }: { payment: PaymentRow }) {
  if (paid + came_back === 0) return '–'
  return (
    <>
      {money(paid)}
      {came_back > 0 && <span className={classes.second}>{money(came_back)} came back</span>}
    </>
  )
}

/** How many of the paid students have a receipt. Students whose money came back need none. */
function Receipts({ payment: { paid_students, receipts } }: { payment: PaymentRow }) {
  if (paid_students === 0) return '–'
  const words = `${receipts} of ${paid_students}`
  if (receipts < paid_students)
    return (
      <>
        {words}
        <span className={classes.second} data-tone="red">
          {paid_students - receipts} missing
        </span>
      </>
    )
  return (
    <span className={classes.all}>
      <IconCheck size={16} aria-hidden />
      {words}
    </span>
  )
}

type PaymentCardProps = { payment: PaymentRow; role: number; onOpen: Open }

export const PaymentCard = ({ payment, role, onOpen }: PaymentCardProps) => (
  <ListCard
    title={<NumberLink payment={payment} />}
    lines={[`${termOf(payment)}, ${placeWords(payment.place)}`]}
    badge={<StatusBadge {...stateLooks[stateOf(payment)]} />}
    facts={[
      { label: 'Amount', value: <b className="el-strong el-numbers">{money(payment.total)}</b> },
      { label: 'For', value: `${plural(payment.students, 'student')}, ${plural(payment.schools, 'school')}` },
      { label: 'Paid', value: <Paid payment={payment} /> },
      { label: 'Receipts', value: <Receipts payment={payment} /> },
    ]}
    actions={[actionOf(payment, role, onOpen)]}
  />
)
