import type { PaymentLine } from '#contract/money/payments.ts'
import { money } from '../../ui/amounts.ts'
import classes from '../Payments.module.css'
import type { LineColumn, LineOrSchool } from './SchoolLines.tsx'

/** Numbers, classes, what is owed and what is paid, while a payment is prepared and checked. */
export const amountColumns: LineColumn[] = [
  {
    name: 'admission_no',
    header: 'Adm. No.',
    school: () => null,
    line: ({ admission_no }) =>
      admission_no ?? (
        <span className={classes.second} data-tone="red">
          None
        </span>
      ),
  },
  { name: 'class', header: 'Class', only: 'wide', school: () => null, line: (line) => line.class },
  {
    name: 'owed',
    header: 'Owed',
    align: 'right',
    only: 'wide',
    school: ({ owed }) => money(owed),
    line: ({ owed }) => (owed === null ? 'No plan' : money(owed)),
  },
  {
    name: 'amount',
    header: 'This payment',
    align: 'right',
    group: '',
    school: (group) => <LineAmount of={{ group }} />,
    line: (line) => <LineAmount of={{ line }} />,
  },
]

/** What is paid for a student, with the reason of a change; or the sum of a school. */
export function LineAmount({ of }: { of: LineOrSchool }) {
  if ('group' in of) return <b className="el-strong">{money(of.group.amount)}</b>
  const { amount, owed, left_out, reason } = of.line
  return (
    <>
      {left_out ? <s>{money(amount)}</s> : money(amount)}
      {reason !== null && (
        <span
          className={`${classes.second} ${classes.reason}`}
          {...(isUnusual(of.line) && { 'data-tone': 'amber' })}
        >
          {left_out ? 'Left out: ' : owed === null ? 'No plan: ' : ''}
          {reason}
        </span>
      )}
    </>
  )
}

const isUnusual = ({ amount, owed, left_out }: PaymentLine) => !left_out && (owed === null || amount > owed)
