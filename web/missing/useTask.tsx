import { type ReactNode, useCallback, useState } from 'react'
import { type Task, TaskDialog } from './TaskDialog.tsx'
import { useFocusBack } from './useFocusBack.ts'

/** Opens a task from a row of a list with this many rows, and brings the focus back to it. */
export function useTask(
  count: number,
  onClosed?: () => void,
): { box: (list: HTMLElement | null) => void; open: OpenTask; dialog: ReactNode } {
  const [task, setTask] = useState<Task>()
  const { box, remember } = useFocusBack(task !== undefined, count)
  const open = useCallback<OpenTask>(
    (next, button) => {
      if (button) remember(button)
      setTask(next)
    },
    [remember],
  )
  const close = () => {
    setTask(undefined)
    onClosed?.()
  }
  return { box, open, dialog: task && <TaskDialog task={task} onClose={close} /> }
}

/** The button is missing if one task follows another. */
export type OpenTask = (task: Task, button?: Element) => void
