import { Box, Group } from '@mantine/core'
import { termName } from '#contract/notifications.ts'
import type { StudentTask } from '#contract/records/steps.ts'
import { type StudentProfile, unknownFacts } from '#contract/students/students.ts'
import { money } from '../ui/amounts.ts'
import { consentWords, lackLooks, markOf, paidWords, stepOf } from '../missing/steps.ts'
import { CountBadge } from '../ui/CountBadge.tsx'
import { recordKinds } from '../records/recordKinds.ts'
import { firstNameOf } from '../students/studentRow.ts'
import { useToday } from '../ui/form/FormFields.tsx'
import { formatDate, onOneLine } from '../ui/formatDate.ts'
import { capital, listOf } from '../ui/plural.ts'
import { StatusMark } from '../ui/StatusBadge.tsx'
import classes from './Profile.module.css'
import { ProfileSection } from './ProfileSection.tsx'
import { TaskButton } from './StudentTasks.tsx'

/** The steps for a student that the user is asked for, one in each row. */
export function ToDo({ student }: { student: StudentProfile }) {
  const todo = student.todo.filter(({ is_mine }) => is_mine)
  const today = useToday()
  if (todo.length === 0) return null
  const title = (
    <>
      To do for {firstNameOf(student)} <CountBadge count={todo.length} />
    </>
  )
  return (
    <ProfileSection title={title} isFull>
      <ul className="el-line el-ruled">
        {todo.map((task) => (
          <Group key={`${task.of} ${task.id}`} component="li" data-row gap="10px 14px" p="12px var(--edge)">
            <StatusMark {...markOf(stepOf(task))} isDisc />
            <Box flex="1 1 200px" miw={0}>
              <p className="el-strong">{headingOf(task, today)}</p>
              {task.of === 'facts' && <p className="el-sm el-ink-2">{listOf(unknownFacts(student))}</p>}
              {(task.time ?? task.total_cost) !== null && (
                <p className="el-sm el-ink-2 el-numbers">{factsOf(task)}</p>
              )}
              {task.remark && (
                <p className={`el-sm el-break ${classes.remark}`}>
                  “{task.remark}” <span className="el-ink-3">{savedBy(task)}</span>
                </p>
              )}
            </Box>
            <TaskButton task={task} miw={164} />
          </Group>
        ))}
      </ul>
    </ProfileSection>
  )
}

/** `Receipt returned`, `Report card not verified`, `No picture` */
function headingOf({ of, state, until, paid_since }: StudentTask, today: string): string {
  if (of === 'consent') return capital(consentWords(until, today))
  if (of === 'payment') return capital(paidWords(paid_since, today))
  if (of === 'facts') return 'Facts to complete'
  if (of === 'picture' || of === 'certificate') return `No ${of}`
  if (state === 'missing') return lackLooks[of === 'report' ? 'noReport' : 'noReceipt'].word
  return `${recordKinds[of].pdf} ${state === 'returned' ? 'returned' : 'not verified'}`
}

/** `Term 2, 2026, saved by Brian Ochieng, 30 Oct 2026` */
function factsOf(task: StudentTask): string {
  const { time, total_cost, state } = task
  return [
    ...(time ? [termName(time)] : []),
    ...(total_cost === null ? [] : [`KES ${money(total_cost)}`]),
    ...(state === 'unverified' ? [`saved by ${savedBy(task)}`] : []),
  ].join(', ')
}

/** `Brian Ochieng, 30 Oct 2026` */
const savedBy = ({ by, at }: StudentTask) =>
  [...(by ? [by] : []), ...(at ? [onOneLine(formatDate(at))] : [])].join(', ')
