import { IconChevronRight } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { NotificationPreview, NotificationRow } from '#contract/notifications.ts'
import type { RecordKind } from '../records/recordKinds.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { byReason, countOf, leftOutReasons, wordsOf } from './leftOut.ts'
import classes from './Send.module.css'
import { countsOf, inWords } from './sendWords.ts'

type NotSentProps = {
  preview: NotificationPreview
  time: NotificationRow
  /** Opens the term's unverified records; undefined for users who may not verify. */
  onVerify: ((kind: RecordKind) => void) | undefined
}

/** Why records of the term are not sent, each reason with the page or dialog that removes it. */
export function NotSent({ preview: { left_out, pending, returned }, time, onVerify }: NotSentProps) {
  const { role } = useSessionUser()
  const reasons = byReason(left_out)
  if (reasons.length + pending.students + returned.students === 0) return null
  return (
    <ul className="el-frame el-ruled" aria-label="Not sent, and why">
      {reasons.map(({ reason, students }) => {
        const { fix, mayFix, search } = leftOutReasons[reason]
        const count = countOf(reason, students)
        return (
          <Reason
            key={reason}
            count={count}
            words={wordsOf(reason, count)}
            records={`${inWords(countsOf(students), ', ')} not sent`}
          >
            {mayFix(role) && <FixLink search={search(time, students)}>{fix}</FixLink>}
          </Reason>
        )
      })}
      {pending.students > 0 && (
        <Reason
          count={pending.students}
          words={pending.students === 1 ? 'student waits to be verified' : 'students wait to be verified'}
          records={`${inWords(pending, ', ')} not approved`}
        >
          {onVerify && (
            <button
              type="button"
              className={`el-link ${classes.fix}`}
              onClick={() => onVerify(pending.reports > 0 ? 'report' : 'receipt')}
            >
              Verify them
              <IconChevronRight size={18} aria-hidden />
            </button>
          )}
        </Reason>
      )}
      {returned.students > 0 && (
        <Reason
          count={returned.students}
          words={returned.students === 1 ? 'student has returned records' : 'students have returned records'}
          records={`${inWords(returned, ', ')} not corrected`}
        >
          <FixLink search={{ menu: 'missing', year: time.year_name, term: time.term_name, lack: 'returned' }}>
            See them
          </FixLink>
        </Reason>
      )}
    </ul>
  )
}

const FixLink = ({ search, children }: Pick<LinkProps, 'search'> & { children: string }) => (
  <Link to="/dashboard" search={search} className={`el-link ${classes.fix}`}>
    {children}
    <IconChevronRight size={18} aria-hidden />
  </Link>
)

type ReasonProps = {
  count: number
  words: string
  records: string
  /** The link or button to all of them. */
  children: ReactNode
}

const Reason = ({ count, words, records, children }: ReasonProps) => (
  <li className={`el-numbers ${classes.reason}`}>
    <strong>{count}</strong>
    <span className="el-grow">
      {words}
      <span className={classes.records}>{records}</span>
    </span>
    {children}
  </li>
)
