import { Text } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { Missing } from '#contract/records/steps.ts'
import type { RecordStudent } from '../records/RecordToOpen.ts'
import { StudentPicture } from '../students/files/StudentPicture.tsx'
import { useToday } from '../ui/form/FormFields.tsx'
import { formatDate, onOneLine } from '../ui/formatDate.ts'
import { useMore } from '../ui/list/useMore.tsx'
import { plural } from '../ui/plural.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { StatusMark } from '../ui/StatusBadge.tsx'
import { byLiaison } from './arrangeMissing.ts'
import { StepButton } from './StepButton.tsx'
import classes from './StudentRows.module.css'
import { markOf, sentenceOf, type ShownTimes } from './steps.ts'
import { queueOf, taskOf } from './TaskDialog.tsx'
import type { OpenTask } from './useTask.tsx'

type StudentRowsProps = {
  /** The level of the liaison officers' names. */
  heading: 'h2' | 'h3'
  /** In the order of `arrangeMissing`. */
  rows: Missing[]
  /** The number of students, and how to load more of them, if `rows` are not all. */
  total?: number | undefined
  onMore?: () => Promise<void>
  shown: ShownTimes
  onOpen: OpenTask
}

/** Students by liaison officer: what is open, and the user's first step or whom they wait for. */
export function StudentRows({ heading, rows, total, onMore, shown, onOpen }: StudentRowsProps) {
  const { id } = useSessionUser()
  const [{ length: most }, more] = useMore(rows, { total, load: onMore })
  const groups = byLiaison(rows)
  const isOnlyOwn = groups.every(({ liaison_id }) => liaison_id === id)
  return (
    <div className={classes.list}>
      {groups
        .filter(({ start }) => start < most)
        .map(({ liaison_id, name, start, rows: own }) => (
          <div key={liaison_id}>
            {!isOnlyOwn && (
              <div className={classes.head}>
                <Text component={heading} fz="ui" lh="ui" fw="var(--el-fw-head)">
                  {name}
                </Text>
                {total === undefined && <span className="el-numbers">{plural(own.length, 'student')}</span>}
              </div>
            )}
            <ul>
              {own.slice(0, most - start).map((row) => (
                <StudentRow key={row.student_id} row={row} shown={shown} onOpen={onOpen} />
              ))}
            </ul>
          </div>
        ))}
      {more && (
        <div className={classes.more} data-screen-only>
          {more}
        </div>
      )}
    </div>
  )
}

type StudentRowProps = Pick<StudentRowsProps, 'shown' | 'onOpen'> & { row: Missing }

function StudentRow({ row, shown, onOpen }: StudentRowProps) {
  const { step, records, waits_for } = row
  const today = useToday()
  const student = studentOf(row)
  const remarks = records.filter(({ state, remark }) => state === 'returned' && remark)
  const state = step === 'correct' ? 'returned' : step === 'verify' ? 'unverified' : undefined
  const mine = records.filter((record) => record.state === state && record.is_mine)
  const open = (button: Element) => {
    if (!step) return
    const time = shown.times[step === 'add_receipt' ? 'receipt' : 'report']
    const keys = mine.map(({ of, id }) => ({ of, id }))
    onOpen(taskOf(step, student, { records: keys, start: queueOf(row), time }), button)
  }
  const [first = 'facts'] = row.open
  return (
    <li className={classes.row} data-row>
      <StudentPicture student={student} />
      <div>
        <Link
          className={classes.name}
          to="/dashboard"
          search={{ menu: 'profile', student: row.student_id, profile: 'academics' }}
        >
          {row.name}
        </Link>
        <span className={classes.ref}>{row.ref}</span>
        <span className={classes.school}>{row.school}</span>
      </div>
      <p className={classes.open}>
        <StatusMark {...markOf(step ?? first)} />
        <span className="el-break">
          {sentenceOf(row, shown, today)}
          {remarks.map(({ of, id, remark, by, at }, index) => (
            <Fragment key={`${of} ${id}`}>
              {index === 0 ? ': ' : '; '}
              <q className="el-ink-2">{remark}</q>{' '}
              <span className="el-ink-3">{[...(by ? [by] : []), onOneLine(formatDate(at))].join(', ')}</span>
            </Fragment>
          ))}
        </span>
      </p>
      {step ? (
        <StepButton step={step} name={row.name} records={mine} onClick={open} />
      ) : (
        <WaitsFor>Waits for {waits_for}</WaitsFor>
      )}
    </li>
  )
}

export const WaitsFor = ({ children }: { children: ReactNode }) => (
  <span className={classes.waits}>
    <IconHourglass size={17} aria-hidden />
    <span>{children}</span>
  </span>
)

const studentOf = ({ student_id: id, ref, name, path, status }: Missing): RecordStudent => ({
  id,
  ref,
  name,
  path,
  status,
})
