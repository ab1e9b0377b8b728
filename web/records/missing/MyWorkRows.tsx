import { Box, Button, Group, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { termName, type Work } from '#contract/notifications.ts'
import { StudentPicture } from '../../students/StudentPicture.tsx'
import { formatDate } from '../../ui/formatDate.ts'
import { useMore } from '../../ui/list/useMore.tsx'
import { StatusMark, type StatusLook } from '../../ui/StatusBadge.tsx'
import { money } from '../amounts.ts'
import { type RecordKind, recordKinds } from '../recordKinds.ts'
import classes from './MyWorkPanel.module.css'
import { StepButton } from './StepButton.tsx'
import { isFileStep } from './steps.ts'
import { studentOf, type Task, taskOf } from './TaskDialog.tsx'
import type { MissingRow, ReturnedRow } from './useMyWork.ts'

type OpenTask = (task: Task, button: Element) => void

/** A list that is only slightly longer is shown in full. */
const SHOWN_AT_ONCE = 3

type SectionProps<Row> = { count: number; rows: Row[]; onOpen: OpenTask }

export function ReturnedToMe({ count, rows, onOpen }: SectionProps<ReturnedRow>) {
  if (count === 0) return null
  return (
    <section>
      <WorkHeading word="Returned to you" count={count} tone="blue" shape="triangle">
        {rows.length < count && `the newest ${rows.length}`}
      </WorkHeading>
      <Rows rows={rows}>
        {({ of, record }) => {
          const student = studentOf({ ...record, name: record.student })
          const { name, pdf } = recordKinds[of]
          const fact = record.total_cost === null ? record.class : `KES ${money(record.total_cost)}`
          return (
            <li key={`${of} ${record.id}`} className={classes.row} data-row>
              <StudentPicture student={student} />
              <div>
                <Box component="span" className="el-break" fz="0.96875rem" lh="21px" fw={600} display="block">
                  {record.student}
                </Box>
                <Text span className="el-numbers" fz="0.90625rem" lh="sm" c="gray">
                  {pdf}, {fact}, {record.term}, {record.year}
                </Text>
              </div>
              <p className={classes.remark}>
                “{record.remark}”{' '}
                <span className="el-ink-3">{`${record.returned_by}, ${formatDate(record.updated_at)}`}</span>
              </p>
              <Button
                variant="default"
                className={classes.button ?? ''}
                aria-label={`Correct ${name} of ${record.student}, ${record.term}, ${record.year}`}
                leftSection={<IconPencil size={18} aria-hidden />}
                onClick={({ currentTarget }) =>
                  onOpen({ of, record: { deed: 'edit', student, id: record.id } }, currentTarget)
                }
              >
                Correct
              </Button>
            </li>
          )
        }}
      </Rows>
    </section>
  )
}

type MissingProps = SectionProps<MissingRow> & Pick<Work, 'terms'>

export function MissingOfMine({ count, rows, terms, onOpen }: MissingProps) {
  if (count === 0) return null
  return (
    <section>
      <WorkHeading word="Missing" count={count} tone="red" shape="dashedRing">
        of your students
      </WorkHeading>
      <Rows rows={rows}>
        {({ row, step, time }) => (
          <li key={`${step.of} ${row.student_id}`} className={classes.row} data-row>
            <StudentPicture student={studentOf(row)} />
            <div>
              <Box component="span" className="el-break" fz="0.96875rem" lh="21px" fw={600} display="block">
                {row.name}
              </Box>
              <Text span className="el-numbers" fz="0.90625rem" lh="sm" c="gray">
                {isFileStep(step) ? `No ${step.of}` : noRecord(step.of, terms[step.of])}
              </Text>
            </div>
            <StepButton
              step={step}
              name={row.name}
              className={classes.button}
              onClick={(button) => onOpen(taskOf(step, row, time), button)}
            />
          </li>
        )}
      </Rows>
    </section>
  )
}

/** `No report card, Term 1, 2026` */
const noRecord = (kind: RecordKind, term: Work['terms'][RecordKind]) =>
  [`No ${recordKinds[kind].name}`, ...(term ? [termName(term)] : [])].join(', ')

type RowsProps<Row> = { rows: Row[]; children: (row: Row) => ReactNode }

/** The first rows, and a button that shows more. */
function Rows<Row>({ rows, children }: RowsProps<Row>) {
  const [shown, more] = useMore(rows, rows.length <= SHOWN_AT_ONCE + 1 ? rows.length : SHOWN_AT_ONCE)
  return (
    <ul className="el-frame el-ruled">
      {shown.map(children)}
      {more && <li className={classes.more}>{more}</li>}
    </ul>
  )
}

type WorkHeadingProps = Omit<StatusLook, 'word'> & { word: string; count: number; children?: ReactNode }

export const WorkHeading = ({ word, count, children, ...mark }: WorkHeadingProps) => (
  <Group gap={9} wrap="nowrap" mih={28} mb={10}>
    <StatusMark {...mark} />
    <Text component="h3" fz="1.03125rem" lh="h3" fw={600}>
      {word}{' '}
      <Box component="span" className="el-numbers" ml="s1" fw="var(--el-fw-head)">
        {count}
      </Box>
    </Text>
    {children && (
      <Text fz="0.90625rem" lh="sm" c="gray" ml="auto">
        {children}
      </Text>
    )}
  </Group>
)
