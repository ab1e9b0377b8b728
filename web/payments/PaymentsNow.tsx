import { Button } from '@mantine/core'
import { IconCircleCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PaymentRow } from '#contract/money/payments.ts'
import { kes, money, sumOf } from '../ui/amounts.ts'
import { StatementMark } from '../ui/Message.tsx'
import { plural } from '../ui/plural.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { owedQuery, paymentsQuery } from './paymentApi.ts'
import { Figures } from './Figures.tsx'
import { stepIcons } from './paymentColumns.tsx'
import classes from './Payments.module.css'
import { statement, stateOf, stepOf, termOf } from './paymentWords.ts'

type Time = { year_id: number; term_id: number }

type PaymentsNowProps = {
  onOpen: (id: number) => void
  /** Undefined for a role that does not prepare payments. */
  onPrepare: ((time: Time) => void) | undefined
}

/** The payment that waits for its next step, or what is still owed for the present term; with the sums of the term. */
export function PaymentsNow({ onOpen, onPrepare }: PaymentsNowProps) {
  const { data } = useQuery(paymentsQuery)
  const waiting = data && waitingOf(data.data)
  const time = waiting ?? data?.present ?? undefined
  const { data: owed } = useQuery({
    ...owedQuery(time ?? { year_id: 0, term_id: 0 }),
    enabled: time !== undefined,
  })
  if (!data || !time || !owed) return null
  const ofTerm = data.data.filter(
    ({ year_id, term_id }) => year_id === time.year_id && term_id === time.term_id,
  )
  return (
    <section className="el-card el-frame" aria-label="This term">
      {waiting ? (
        <Waiting payment={waiting} onOpen={onOpen} />
      ) : (
        <Owed time={time} owed={owed} onPrepare={onPrepare && (() => onPrepare(time))} />
      )}
      {(owed.owed > 0 || owed.paid > 0) && <Sums payments={ofTerm} owed={owed} />}
    </section>
  )
}

/** The newest payment that is not paid yet; one that can be approved or is to be corrected comes first. */
function waitingOf(payments: PaymentRow[]): PaymentRow | undefined {
  const open = payments.filter((payment) => stateOf(payment) !== 'paid')
  return open.find(({ may_approve, note }) => may_approve || note !== null) ?? open[0]
}

function Waiting({ payment, onOpen }: { payment: PaymentRow; onOpen: (id: number) => void }) {
  const { role } = useSessionUser()
  const { title, text, quote } = statement(payment)
  const { word, isPrimary } = stepOf(payment, role)
  const Icon = stepIcons[word]
  return (
    <div className={classes.statement}>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
        {quote && <blockquote className={classes.quote}>“{quote}”</blockquote>}
      </div>
      <Button
        variant={isPrimary ? 'filled' : 'default'}
        leftSection={<Icon size={18} aria-hidden />}
        aria-label={`${word}: ${payment.number}`}
        onClick={() => onOpen(payment.id)}
      >
        {word}
      </Button>
    </div>
  )
}

type Sum = { owed: number; paid: number; no_plan: number; counts: { owed: number } }

type OwedProps = { time: Pick<PaymentRow, 'year' | 'term'>; owed: Sum; onPrepare: (() => void) | undefined }

function Owed({ time, owed: { owed, paid, counts }, onPrepare }: OwedProps) {
  const name = termOf(time)
  const { year, term } = time
  if (owed === 0)
    return (
      <div className={classes.statement}>
        <div>
          <h2>{paid > 0 ? `All schools are paid for ${name}` : `Nothing to pay for ${name} yet`}</h2>
          <p>{paid > 0 ? 'Nothing is owed.' : 'Fee plans say what each school is to be paid.'}</p>
        </div>
        {paid > 0 && <StatementMark Icon={IconCircleCheck} tone="green" />}
      </div>
    )
  return (
    <div className={classes.statement}>
      <div>
        <h2>
          {kes(owed)} is {paid > 0 && 'still '}owed to schools for {name}
        </h2>
        <p>
          For {plural(counts.owed, 'student')}.{' '}
          <Link
            to="/dashboard"
            search={{ menu: 'funding', year, term, funding: 'owed' }}
            state={{ openedFrom: 'payments' }}
            className="el-link"
          >
            See whom for
          </Link>
        </p>
      </div>
      {onPrepare && (
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onPrepare}>
          Prepare payment for {name}
        </Button>
      )}
    </div>
  )
}

/** What is due to schools for a term, and how far it is. */
function Sums({ payments, owed: { owed, paid, no_plan } }: { payments: PaymentRow[]; owed: Sum }) {
  const sumOfState = (states: string[]) =>
    sumOf(
      payments
        .filter((payment) => states.includes(stateOf(payment)))
        .map(({ total, paid: sent, came_back }) => total - sent - came_back),
    )
  const waiting = sumOfState(['to_approve', 'to_pay'])
  const [toApprove, toPay] = [sumOfState(['to_approve']), sumOfState(['to_pay'])]
  const due = sumOf([owed, paid])
  const countAll = (of: 'paid_students' | 'receipts') =>
    payments.reduce((count, payment) => count + payment[of], 0)
  const share = (amount: number) => ({ width: `${Math.min(100, (amount / Math.max(due, 1)) * 100)}%` })
  return (
    <>
      <div className={classes.bar} aria-hidden>
        {paid > 0 && <i style={share(paid)} />}
        {waiting > 0 && <i data-part="waiting" style={share(Math.min(waiting, owed))} />}
      </div>
      <Figures
        figures={[
          {
            name: 'Due to schools',
            value: money(due),
            about: no_plan > 0 ? `${plural(no_plan, 'student')} without a plan` : 'by the fee plans',
            part: 'due',
          },
          {
            name: 'Paid',
            value: money(paid),
            about: paid > 0 ? 'for this term' : 'nothing yet',
            part: 'paid',
          },
          {
            name: toPay > 0 && toApprove === 0 ? 'To pay' : 'To approve',
            value: money(waiting),
            about: toPay > 0 && toApprove > 0 ? `${money(toPay)} of it is approved` : 'not paid yet',
            part: 'waiting',
          },
          {
            name: 'Receipts',
            value: `${countAll('receipts')} of ${countAll('paid_students')}`,
            about: 'from the schools, so far',
          },
        ]}
      />
    </>
  )
}
