import { Stack } from '@mantine/core'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { termName } from '#contract/notifications.ts'
import type { StudentTask } from '#contract/records/steps.ts'
import type { StudentProfile } from '#contract/students/students.ts'
import { StepButton } from '../missing/StepButton.tsx'
import { stepOf } from '../missing/steps.ts'
import { taskOf } from '../missing/TaskDialog.tsx'
import { type OpenTask, useTask } from '../missing/useTask.tsx'
import { NO_PAPER, type RecordKind } from '../records/recordKinds.ts'
import { useProfileRefresh } from './profileApi.ts'

type Tasks = { student: StudentProfile; open: OpenTask }

const TasksContext = createContext<Tasks | undefined>(undefined)

type StudentTasksProps = { student: StudentProfile; children: ReactNode }

/** Opens the dialogs of the steps. It is mounted above their buttons, which disappear when their step is done. */
export function StudentTasks({ student, children }: StudentTasksProps) {
  const refresh = useProfileRefresh(student.id)
  const { box, open, dialog } = useTask(student.todo.length, refresh)
  const tasks = useMemo<Tasks>(() => ({ student, open }), [student, open])
  return (
    <TasksContext value={tasks}>
      <Stack ref={box} gap={20} miw={0}>
        {children}
      </Stack>
      {dialog}
    </TasksContext>
  )
}

type TaskButtonProps = { task: StudentTask; miw?: number }

/** The button of a step. Its word needs the record's kind and state beside it. */
export function TaskButton({ task, ...layout }: TaskButtonProps) {
  const tasks = use(TasksContext)
  // A record that waits to be anonymised, or is, cannot be changed.
  if (!tasks || tasks.student.erasure) return null
  const { student } = tasks
  const { of, id, time } = task
  const isRecord = of === 'report' || of === 'receipt'
  const records = isRecord && id !== null ? [{ of, id }] : []
  return (
    <StepButton
      step={stepOf(task)}
      name={student.name}
      records={records}
      term={time ? termName(time) : undefined}
      w={{ base: '100%', sm: 'auto' }}
      justify="center"
      {...layout}
      onClick={(button) => tasks.open(taskOf(stepOf(task), student, { records, time }), button)}
    />
  )
}

type CorrectButtonProps = { of: RecordKind; id: number }

/** Opens a returned record, beside its remark. */
export function CorrectButton({ of, id }: CorrectButtonProps) {
  const task = use(TasksContext)?.student.todo.find(
    (each) => each.of === of && each.id === id && each.state === 'returned',
  )
  return task && <TaskButton task={task} />
}

/** Shown instead of the paper of a record. The paper of an anonymised student may have been removed. */
export const NoPaper = () => (
  <span className="el-sm el-ink-3">
    {use(TasksContext)?.student.erasure?.state === 'anonymised' ? 'No paper' : NO_PAPER}
  </span>
)

/** Whether the student's records can be changed: not once the record waits to be anonymised, or is, and not on paper. */
export function useMayChange(): boolean {
  const tasks = use(TasksContext)
  return tasks !== undefined && tasks.student.erasure === null
}

/** The step that adds a record of this kind, to this year if one is given, if one is missing. */
export const useMissing = (of: RecordKind, year?: string) =>
  use(TasksContext)?.student.todo.find(
    (task) =>
      task.of === of && task.state === 'missing' && (year === undefined || task.time?.year_name === year),
  )
