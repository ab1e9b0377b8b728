import { IconSearch } from '@tabler/icons-react'
import { useWindowEvent } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { RecordForm } from '../../records/RecordForm.tsx'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import classes from '../nav/NavBar.module.css'
import { hasDialog, isCommand, keyWords } from '../keys/keyboard.ts'
import type { Task } from './SearchPalette.tsx'

const SearchPalette = lazyDialog(async () => (await import('./SearchPalette.tsx')).SearchPalette)
const studentForms = () => import('../../students/form/StudentFormModals.tsx')
const StudentAddModal = lazyDialog(async () => (await studentForms()).StudentAddModal)
const StudentEditModal = lazyDialog(async () => (await studentForms()).StudentEditModal)

/** Opens the search, also by Ctrl K or Cmd K, and the form of an action that was found. */
export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [task, setTask] = useState<Task>()
  const { begin, take } = useEarlyKeys(() => setIsOpen(false))
  const open = () => {
    begin()
    setIsOpen(true)
  }
  useWindowEvent('keydown', (event) => {
    if (!isCommand(event, 'k')) return
    // Also in a dialog, where the browser's own search would take the focus out of the page.
    event.preventDefault()
    if (!hasDialog()) open()
  })
  const close = () => {
    take()
    setIsOpen(false)
  }
  return (
    <>
      <button
        type="button"
        className={`${classes.tool} ${classes.find}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <IconSearch size={20} aria-hidden />
        <span className="el-hidden-tablet">Search</span>
        <kbd aria-hidden>{keyWords('Ctrl K')}</kbd>
      </button>
      {isOpen && <SearchPalette takeEarlyKeys={take} onTask={setTask} onClose={close} />}
      {task && <TaskForm task={task} onClose={() => setTask(undefined)} />}
    </>
  )
}

/** Collects what is typed before the search is loaded and its field has the focus. */
function useEarlyKeys(onEscape: () => void) {
  const keys = useRef<string>(undefined)
  const take = () => {
    const collected = keys.current ?? ''
    keys.current = undefined
    return collected
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const isTyped = key.length === 1 || ['Backspace', 'Enter', 'Escape'].includes(key)
    if (keys.current === undefined || !isTyped || ctrlKey || metaKey || altKey) return
    event.preventDefault()
    // The shortcuts of the page must not react to these letters.
    event.stopPropagation()
    if (key === 'Escape') {
      take()
      onEscape()
    } else if (key === 'Backspace') keys.current = keys.current.slice(0, -1)
    else keys.current += key === 'Enter' ? '\n' : key
  }
  useWindowEvent('keydown', onKeyDown, true)
  return {
    begin: () => {
      keys.current = ''
    },
    /** Ends the collecting. */
    take,
  }
}

function TaskForm({ task, onClose }: { task: Task; onClose: () => void }) {
  if (task.name === 'add student') return <StudentAddModal onClose={onClose} />
  const { name, student } = task
  if (name === 'edit') return <StudentEditModal student={student} onClose={onClose} />
  return <RecordForm kind={name} record={{ action: 'add', student }} onClose={onClose} />
}
