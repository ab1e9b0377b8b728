import { IconChevronRight, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Work } from '#contract/notifications.ts'
import type { PaymentWork } from '#contract/money/payments.ts'
import type { ReviewWork } from '#contract/privacy/review.ts'
import { turnsWords } from '../privacy/adults/invitationWords.ts'
import { breachClock, useNow } from '../privacy/registers/breachClock.ts'
import { openBreachesQuery } from '../privacy/registers/registersApi.ts'
import { useToday } from '../ui/form/FormFields.tsx'
import { StatusMark, type StatusLook } from '../ui/StatusBadge.tsx'
import classes from './MyWorkPanel.module.css'
import type { OpenTask } from './useTask.tsx'
import { newAdultsQuery } from './workApi.ts'

const reviewLines: Record<
  keyof ReviewWork,
  { words: [one: string, many: string]; search: LinkProps['search'] }
> = {
  restricted: {
    words: ['record is restricted', 'records are restricted'],
    search: { menu: 'students', restricted: '1' },
  },
  refused: {
    words: [
      'family refused something a year ago or earlier',
      'families refused something a year ago or earlier',
    ],
    search: { menu: 'consents', consent: 'refused_long' },
  },
  retention: {
    words: ['record is older than the retention period', 'records are older than the retention period'],
    search: { menu: 'retention' },
  },
}

const paymentLines: Record<
  keyof PaymentWork,
  { words: [one: string, many: string]; tone: StatusLook['tone'] }
> = {
  to_approve: { words: ['payment waits for approval', 'payments wait for approval'], tone: 'amber' },
  returned: { words: ['payment was returned to you', 'payments were returned to you'], tone: 'blue' },
  to_pay: {
    words: ['payment is approved, not yet paid', 'payments are approved, not yet paid'],
    tone: 'blue',
  },
}

type WorkLinesProps = { work: Work; onOpen: OpenTask }

/** What is due besides the steps of students, a line each: breaches, requests, payments, students who come of age, records to review. */
export function WorkLines({
  work: { breaches, requests, adults, review, payments },
  onOpen,
}: WorkLinesProps) {
  const today = useToday()
  const now = useNow()
  const open = useQuery({ ...openBreachesQuery, enabled: breaches > 0 })
  const coming = useQuery({ ...newAdultsQuery, enabled: adults > 0 })
  const clock = open.data?.[0] && breachClock(open.data[0], now)
  const { due, overdue } = requests
  return (
    <ul>
      {breaches > 0 && (
        <Line search={{ menu: 'registers' }} tone={clock?.tone ?? 'amber'}>
          <b>{breaches}</b> open {breaches === 1 ? 'breach' : 'breaches'}
          {clock && `: ${clock.word}`}
        </Line>
      )}
      {due + overdue > 0 && (
        <Line search={{ menu: 'requests' }} tone={overdue > 0 ? 'red' : 'amber'}>
          <b>{due + overdue}</b> {due + overdue === 1 ? 'request' : 'requests'} to answer
          {overdue > 0 && `, ${overdue} overdue`}
        </Line>
      )}
      {Object.entries(paymentLines).map(([name, { words, tone }]) => {
        const count = payments[name as keyof PaymentWork]
        return (
          count > 0 && (
            <Line key={name} search={{ menu: 'payments' }} tone={tone}>
              <b>{count}</b> {words[count === 1 ? 0 : 1]}
            </Line>
          )
        )
      })}
      {coming.data?.map((adult) => (
        <li key={adult.id} data-row>
          <button
            type="button"
            className={`el-plain ${classes.line}`}
            onClick={({ currentTarget }) => onOpen({ of: 'invitation', student: adult }, currentTarget)}
          >
            <StatusMark tone="blue" shape="ring" />
            <span className="el-grow">
              {adult.name} {small(turnsWords(adult.dob, today))}: invite to consent
            </span>
            <IconMail size={18} aria-hidden />
          </button>
        </li>
      ))}
      {Object.entries(reviewLines).map(([name, { words, search }]) => {
        const count = review[name as keyof ReviewWork]
        return (
          count > 0 && (
            <Line key={name} search={search} tone="amber">
              <b>{count}</b> {words[count === 1 ? 0 : 1]}
            </Line>
          )
        )
      })}
    </ul>
  )
}

const small = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

type LineProps = { search: LinkProps['search']; tone: StatusLook['tone']; children: ReactNode }

const Line = ({ search, tone, children }: LineProps) => (
  <li>
    <Link to="/dashboard" search={search} className={classes.line}>
      <StatusMark tone={tone} shape="diamond" />
      <span className="el-grow el-numbers">{children}</span>
      <IconChevronRight size={18} aria-hidden />
    </Link>
  </li>
)
