import { Box, Button, Text } from '@mantine/core'
import { IconCircleCheck, IconMail, IconPencil, IconScale } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { termName, type Work } from '#contract/notifications.ts'
import type { NewAdult } from '#contract/privacy/consents.ts'
import { requestKinds, type RightsRequest } from '#contract/privacy/requests.ts'
import { turnsWords } from '../privacy/adults/invitationWords.ts'
import { askerOf, workWords } from '../privacy/requests/requestBadges.ts'
import { StudentPicture } from '../students/files/StudentPicture.tsx'
import { useToday } from '../ui/form/FormFields.tsx'
import { formatDate } from '../ui/formatDate.ts'
import { useMore } from '../ui/list/useMore.tsx'
import { capital, listOf, plural } from '../ui/plural.ts'
import { money } from '../records/amounts.ts'
import { everyRecordKind, type RecordKind, recordKinds } from '../records/recordKinds.ts'
import type { RecordStudent } from '../records/RecordToOpen.ts'
import classes from './MyWorkPanel.module.css'
import { WorkHeading } from './WorkHeading.tsx'
import { StepButton } from './StepButton.tsx'
import { isRecordStep, type Step } from './steps.ts'
import { studentOf, type Task, taskOf } from './TaskDialog.tsx'
import type { MissingRow, ReturnedRow, WaitingRow } from './useMyWork.ts'

type OpenTask = (task: Task, button: Element) => void

/** A list that is only slightly longer is shown in full. */
const SHOWN_AT_ONCE = 3

type SectionProps<Row> = { count: number; students: number; rows: Row[]; onOpen: OpenTask }

type ToVerifyProps = Omit<SectionProps<WaitingRow>, 'onOpen'> & {
  action: ReactNode
  onVerify: (row: WaitingRow, button: Element) => void
}

export function ToVerify({ count, students, rows, action, onVerify }: ToVerifyProps) {
  if (count === 0) return null
  const listed = rows.reduce((sum, { records }) => sum + records.length, 0)
  return (
    <section>
      <WorkHeading word="To verify" tone="amber" shape="ring" {...{ count, students, action }}>
        {listed < count ? `the ${listed} that have waited longest` : undefined}
      </WorkHeading>
      <Rows rows={rows}>
        {(row) => {
          const { student: first, records } = row
          const student = { ...studentOf({ ...first, name: first.student }), status: first.student_status }
          const words = recordWords(records.map(({ of }) => of))
          return (
            <WorkRow
              key={first.student_id}
              student={student}
              facts={`${capital(words)}, since ${formatDate(first.updated_at)}`}
            >
              <Button
                variant="default"
                className={classes.button ?? ''}
                aria-label={`Verify ${words} of ${first.student}`}
                leftSection={<IconCircleCheck size={18} aria-hidden />}
                onClick={({ currentTarget }) => onVerify(row, currentTarget)}
              >
                Verify
              </Button>
            </WorkRow>
          )
        }}
      </Rows>
    </section>
  )
}

type ToAnswerProps = { requests: Work['requests']; rows: RightsRequest[] }

/** Requests about records that are overdue or due soon. */
export function ToAnswer({ requests: { due, overdue }, rows }: ToAnswerProps) {
  const today = useToday()
  if (due + overdue === 0) return null
  const students = new Set(rows.map(({ student_id }) => student_id)).size
  return (
    <section>
      <WorkHeading
        word="Requests to answer"
        tone={overdue > 0 ? 'red' : 'amber'}
        shape="ring"
        count={due + overdue}
        students={students}
      >
        {overdue > 0 ? `${overdue} overdue` : undefined}
      </WorkHeading>
      <Rows rows={rows}>
        {(request) => (
          <WorkRow
            key={request.id}
            student={studentOf({ ...request, name: request.student })}
            facts={<RequestFacts request={request} today={today} />}
          >
            <Button
              variant="default"
              className={classes.button ?? ''}
              aria-label={`Open the request of ${askerOf(request)}`}
              leftSection={<IconScale size={18} aria-hidden />}
              renderRoot={(props) => (
                <Link
                  to="/dashboard"
                  search={{ menu: 'requests', request: request.id, search: request.ref }}
                  {...props}
                />
              )}
            >
              Open
            </Button>
          </WorkRow>
        )}
      </Rows>
    </section>
  )
}

function RequestFacts({ request, today }: { request: RightsRequest; today: string }) {
  const { words, isLate } = workWords(request, today)
  return (
    <>
      {requestKinds[request.kind].title} for {askerOf(request)},{' '}
      <Text span inherit {...(isLate && { c: 'var(--el-red)' })}>
        {words}
      </Text>
    </>
  )
}

type ComingOfAgeProps = { adults: NewAdult[]; onOpen: OpenTask }

/** The user's own students from whom a consent of their own is needed now. */
export function ComingOfAge({ adults, onOpen }: ComingOfAgeProps) {
  const today = useToday()
  if (adults.length === 0) return null
  return (
    <section>
      <WorkHeading word="Turning 18" tone="blue" shape="ring" count={adults.length} students={adults.length}>
        no consent of their own
      </WorkHeading>
      <Rows rows={adults}>
        {(adult) => (
          <WorkRow
            key={adult.id}
            student={studentOf({ ...adult, student_id: adult.id })}
            facts={turnsWords(adult.dob, today)}
          >
            <Button
              variant="default"
              className={classes.button ?? ''}
              aria-label={`Invite ${adult.name} to consent`}
              leftSection={<IconMail size={18} aria-hidden />}
              onClick={({ currentTarget }) => onOpen({ of: 'invitation', student: adult }, currentTarget)}
            >
              Invite
            </Button>
          </WorkRow>
        )}
      </Rows>
    </section>
  )
}

export function ReturnedToMe({ count, students, rows, onOpen }: SectionProps<ReturnedRow>) {
  if (count === 0) return null
  return (
    <section>
      <WorkHeading word="Returned to you" tone="blue" shape="triangle" {...{ count, students }}>
        {rows.length < count ? `the newest ${rows.length}` : undefined}
      </WorkHeading>
      <Rows rows={rows}>
        {({ of, record }) => {
          const student = studentOf({ ...record, name: record.student })
          const { name, pdf } = recordKinds[of]
          const fact = record.total_cost === null ? record.class : `KES ${money(record.total_cost)}`
          return (
            <WorkRow
              key={`${of} ${record.id}`}
              student={student}
              facts={`${pdf}, ${fact}, ${record.term}, ${record.year}`}
            >
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
                  onOpen({ of, record: { action: 'edit', student, id: record.id } }, currentTarget)
                }
              >
                Correct
              </Button>
            </WorkRow>
          )
        }}
      </Rows>
    </section>
  )
}

type MissingProps = SectionProps<MissingRow> & Pick<Work, 'terms'>

export function MissingOfMine({ count, students, rows, terms, onOpen }: MissingProps) {
  if (count === 0) return null
  return (
    <section>
      <WorkHeading word="Missing of your students" tone="red" shape="dashedRing" {...{ count, students }} />
      <Rows rows={rows}>
        {({ row, steps }) => {
          const [next] = steps
          return (
            <WorkRow
              key={row.student_id}
              student={studentOf(row)}
              facts={capital(steps.map(({ step }) => lackWords(step, terms)).join(', '))}
              isWide
            >
              {next && (
                <StepButton
                  step={next.step}
                  name={row.name}
                  className={classes.button ?? ''}
                  onClick={(button) => onOpen(taskOf(next.step, row, next.time), button)}
                />
              )}
            </WorkRow>
          )
        }}
      </Rows>
    </section>
  )
}

/** `no report card`; with its term if that is not the term of both kinds. */
function lackWords(step: Step, { report, receipt }: Work['terms']): string {
  if (!isRecordStep(step)) return `no ${step.of}`
  const term = step.of === 'report' ? report : receipt
  const isOfBoth = report && receipt && termName(report) === termName(receipt)
  return `no ${recordKinds[step.of].name}${term && !isOfBoth ? ` in ${termName(term)}` : ''}`
}

/** `report card and 2 receipts` */
function recordWords(kinds: RecordKind[]): string {
  const counts = everyRecordKind.map((kind) => ({ kind, count: kinds.filter((of) => of === kind).length }))
  return listOf(
    counts.flatMap(({ kind, count }) => {
      const { name } = recordKinds[kind]
      return count === 0 ? [] : [count === 1 ? name : plural(count, name)]
    }),
  )
}

type WorkRowProps = {
  student: RecordStudent
  facts: ReactNode
  /** Whether the button is too long to stand beside the name on a phone. */
  isWide?: boolean
  children: ReactNode
}

const WorkRow = ({ student, facts, isWide, children }: WorkRowProps) => (
  <li className={classes.row} data-row data-wide={isWide}>
    <StudentPicture student={student} />
    <div>
      <Box component="span" className="el-break" fz="0.96875rem" lh="21px" fw={600} display="block">
        {student.name}
      </Box>
      <Text span className="el-numbers" fz="0.90625rem" lh="sm" c="gray">
        {facts}
      </Text>
    </div>
    {children}
  </li>
)

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
