import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, memo, type ReactNode } from 'react'
import type { NotificationTime } from '#contract/notifications.ts'
import type { Missing } from '#contract/records/records.ts'
import { StepButton } from './StepButton.tsx'
import { type Lack, lacks, nextStep } from './steps.ts'
import { studentOf, type Task, taskOf } from './TaskDialog.tsx'
import { StudentPicture } from '../students/files/StudentPicture.tsx'
import { plural } from '../ui/plural.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { type StatusLook, StatusMark } from '../ui/StatusBadge.tsx'
import { type LiaisonGroup, type SchoolGroup, type Sums, totalOf } from './arrangeMissing.ts'
import classes from './Missing.module.css'
import { useFirstRows } from './useFirstRows.ts'

type Column = { of: Lack[]; look: StatusLook; isFirstOfAnyTerm?: boolean }

/** What does not depend on the term shares columns, so that names have room. A vertical rule precedes them. */
const columns: Column[] = [
  ...(['noReport', 'unverified', 'returned', 'noReceipt'] as const).map((lack) => ({
    of: [lack],
    look: lacks[lack].look,
  })),
  {
    of: ['noPicture', 'noCertificate', 'unknownFacts'],
    look: { ...lacks.noPicture.look, word: 'Profile' },
    isFirstOfAnyTerm: true,
  },
  { of: ['noConsent', 'consentEndsSoon'], look: { ...lacks.noConsent.look, word: 'Consent' } },
]
const cellOf = ({ isFirstOfAnyTerm }: Column) =>
  ({ className: classes.number, 'data-align': 'right', 'data-rule': isFirstOfAnyTerm }) as const

export type MissingGroupsProps = {
  groups: LiaisonGroup[]
  time: NotificationTime | undefined
  /** The chosen lack. */
  lack: Lack | undefined
  /** The last line: the sums of all shown rows, and their label. */
  sums: Sums
  all: string
  isOpen: (key: string) => boolean
  onToggle: (key: string, isNowOpen: boolean) => void
  /** Must be a stable function, because there may be thousands of memoised rows. */
  onOpen: (task: Task, button: Element) => void
}

/**
 * Liaison officers, their schools and students, with columns of what is missing. Not a `ListTable`, which has one kind of
 * row and draws all rows again when one opens.
 */
export function MissingTable({ groups, sums, all, isOpen, onToggle, ...row }: MissingGroupsProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Liaison officer, school, student</th>
          {columns.map((column) => {
            const { word, ...mark } = column.look
            return (
              <th key={word} scope="col" {...cellOf(column)}>
                <span>
                  <StatusMark {...mark} /> {word}
                </span>
              </th>
            )
          })}
          <th scope="col" className={classes.step} data-screen-only>
            Next step
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <Fragment key={group.key}>
          <GroupRow group={group} level="liaison" isOpen={isOpen(group.key)} onToggle={onToggle}>
            {plural(group.schools.length, 'school')}
          </GroupRow>
          {isOpen(group.key) &&
            group.schools.map((school) => (
              <SchoolRows
                key={school.key}
                school={school}
                isOpen={isOpen(school.key)}
                onToggle={onToggle}
                {...row}
              />
            ))}
        </Fragment>
      ))}
      <tfoot>
        <tr>
          <th scope="row">{all}</th>
          <SumCells sums={sums} />
        </tr>
      </tfoot>
    </table>
  )
}

type GroupRowProps = Pick<MissingGroupsProps, 'onToggle'> & {
  group: SchoolGroup
  level: 'liaison' | 'school'
  isOpen: boolean
  children: ReactNode
}

function GroupRow({ group: { key, name, sums }, level, isOpen, onToggle, children }: GroupRowProps) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <tbody>
      <tr className={classes[level]} data-shown={isOpen}>
        <td>
          <button
            type="button"
            className={`el-plain ${classes.toggle}`}
            aria-expanded={isOpen}
            onClick={() => onToggle(key, !isOpen)}
          >
            <Chevron className="el-ink-3" size={18} aria-hidden />
            <Named name={name} more={children} />
          </button>
        </td>
        <SumCells sums={sums} />
      </tr>
    </tbody>
  )
}

/** A name and a detail, which is below it where there is no room beside it. */
const Named = ({ name, more }: { name: ReactNode; more: ReactNode }) => (
  <Group component="span" gap="0 8px">
    <span>{name}</span>{' '}
    <Text span className="el-ink-3" fz="0.90625rem" fw={400} lh="ui">
      {more}
    </Text>
  </Group>
)

const SumCells = ({ sums }: { sums: Sums }) => (
  <>
    {columns.map((column) => {
      const sum = totalOf(sums, column.of)
      return (
        <td key={column.look.word} {...cellOf(column)} data-none={sum === 0}>
          {sum}
        </td>
      )
    })}
    <td aria-hidden data-screen-only />
  </>
)

type SchoolRowsProps = Pick<MissingGroupsProps, 'time' | 'lack' | 'onToggle' | 'onOpen'> & {
  school: SchoolGroup
  isOpen: boolean
}

function SchoolRows({ school, isOpen, onToggle, ...row }: SchoolRowsProps) {
  const { first, more, showMore } = useFirstRows(school.rows)
  return (
    <>
      <GroupRow group={school} level="school" isOpen={isOpen} onToggle={onToggle}>
        {plural(school.rows.length, 'student')}
      </GroupRow>
      {isOpen && first.map((student) => <StudentRow key={student.student_id} row={student} {...row} />)}
      {isOpen && more && (
        <tbody>
          <tr>
            <td colSpan={columns.length + 2}>
              <Button variant="default" ml={64} onClick={showMore}>
                {more}
              </Button>
            </td>
          </tr>
        </tbody>
      )}
    </>
  )
}

type StudentRowProps = Pick<MissingGroupsProps, 'time' | 'lack' | 'onOpen'> & { row: Missing }

const StudentRow = memo(({ row, time, lack, onOpen }: StudentRowProps) => {
  const { role } = useSessionUser()
  const step = nextStep(row, role, lack)
  return (
    <tbody>
      <tr className={classes.student} data-row>
        <td>
          <Group gap={11} wrap="nowrap" className={classes.who}>
            <StudentPicture student={studentOf(row)} />
            <Named name={<strong className="el-strong">{row.name}</strong>} more={row.ref} />
          </Group>
        </td>
        {columns.map((column) => {
          const found = column.of.filter((each) => lacks[each].count(row) > 0)
          const [first] = found
          const words = found.map((each) => lacks[each].look.word).join(', ')
          return (
            <td key={column.look.word} {...cellOf(column)}>
              {first && (
                <span title={words}>
                  <StatusMark {...lacks[first].look} />
                  {column.of.length > 1 && <VisuallyHidden>{words}: </VisuallyHidden>}
                  {found.reduce((sum, each) => sum + lacks[each].count(row), 0)}
                </span>
              )}
            </td>
          )
        })}
        <td className={classes.step} data-screen-only>
          {step && (
            <StepButton
              step={step}
              name={row.name}
              fullWidth
              justify="flex-start"
              h="max(34px, var(--el-finger))"
              px={10}
              fz="0.90625rem"
              onClick={(button) => onOpen(taskOf(step, row, time), button)}
            />
          )}
        </td>
      </tr>
    </tbody>
  )
})
