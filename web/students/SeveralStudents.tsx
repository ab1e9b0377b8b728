import { Box, Button, Group, VisuallyHidden } from '@mantine/core'
import { IconToggleRight } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react'
import { STATUSES_MAX } from '#contract/students/studentForms.ts'
import type { StudentRow } from '#contract/students/students.ts'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { listKey } from '../ui/list/rows/ListSource.ts'
import type { ListRows } from '../ui/list/rows/useListRows.ts'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'
import { plural } from '../ui/plural.ts'
import { useUndo } from '../ui/undo/useUndo.tsx'
import { studentsList, undoStatuses, WORK_KEY } from './studentApi.ts'

const StatusesModal = lazyDialog(async () => (await import('./form/StatusesModal.tsx')).StatusesModal)

type Chosen = ReadonlyMap<number, StudentRow>
type Choice = { chosen: Chosen; toggle: (student: StudentRow) => void }

const ChoiceContext = createContext<Choice | undefined>(undefined)

/** Choosing several students of the list, to change their status together. */
export function useSeveralStudents() {
  const [chosen, setChosen] = useState<Chosen>()
  const [isOpen, setIsOpen] = useState(false)
  /** The element that had the focus before choosing began. */
  const opener = useRef<HTMLElement>(null)
  const isSaved = useRef(false)
  const undo = useUndo({ placement: 'page' })
  const refresh = useRefresh()
  const toggle = useCallback(
    (student: StudentRow) =>
      setChosen((before) => {
        const next = new Map(before)
        if (!next.delete(student.id)) next.set(student.id, student)
        return next
      }),
    [],
  )
  const choice = useMemo(() => chosen && { chosen, toggle }, [chosen, toggle])
  const stop = () => {
    setChosen(undefined)
    // The focused button is about to be removed.
    opener.current?.focus()
  }
  const offerUndo = (form: Parameters<typeof undoStatuses>[0], about: string) =>
    undo.offer({
      icon: IconToggleRight,
      done: 'Status changed.',
      about,
      undo: async () => {
        const { message } = await undoStatuses(form)
        refresh()
        return message
      },
    })
  return {
    isChoosing: chosen !== undefined,
    button: (
      <Button
        variant="default"
        leftSection={<IconToggleRight size={18} aria-hidden />}
        aria-pressed={chosen !== undefined}
        onClick={() => {
          if (document.activeElement instanceof HTMLElement) opener.current = document.activeElement
          if (chosen) stop()
          else setChosen(new Map())
        }}
      >
        Change Status of Several
      </Button>
    ),
    bar: (list: ListRows<StudentRow>) =>
      chosen && (
        <ChoiceBar
          list={list}
          chosen={chosen}
          onChoose={(students) => setChosen(new Map(students.map((student) => [student.id, student])))}
          onChange={() => setIsOpen(true)}
          onCancel={stop}
        />
      ),
    /** Provides the choice to the boxes in the rows. */
    within: (children: ReactNode) => <ChoiceContext value={choice}>{children}</ChoiceContext>,
    after: (
      <>
        {undo.bar}
        {isOpen && chosen && (
          <StatusesModal
            students={[...chosen.values()]}
            onSaved={({ data: { former }, message }) => {
              isSaved.current = true
              refresh()
              if (former.length > 0) offerUndo(former, message)
            }}
            onClose={() => {
              setIsOpen(false)
              if (isSaved.current) stop()
              isSaved.current = false
            }}
          />
        )}
      </>
    ),
  }
}

function useRefresh() {
  const client = useQueryClient()
  return () => {
    for (const queryKey of [listKey(studentsList), [WORK_KEY], ['student']])
      void client.invalidateQueries({ queryKey })
  }
}

/** The box of a row. When the choice changes, only the boxes render again. */
export function ChoiceBox({ student }: { student: StudentRow }) {
  const choice = use(ChoiceContext)
  if (!choice) return null
  return (
    <Box component="label" className="el-centre" mih="var(--el-finger)" miw="var(--el-finger)">
      <input
        type="checkbox"
        aria-label={`Choose ${student.name}, ${student.ref}`}
        checked={choice.chosen.has(student.id)}
        onChange={() => choice.toggle(student)}
      />
    </Box>
  )
}

export const choiceColumn: ListColumn<StudentRow> = {
  name: 'choice',
  header: <VisuallyHidden>Chosen</VisuallyHidden>,
  width: 56,
  isScreenOnly: true,
  cell: (student) => <ChoiceBox student={student} />,
}

type ChoiceBarProps = {
  list: ListRows<StudentRow>
  chosen: Chosen
  onChoose: (students: StudentRow[]) => void
  onChange: () => void
  onCancel: () => void
}

/** The number of chosen students, and the actions on them. */
function ChoiceBar({ list: { rows }, chosen, onChoose, onChange, onCancel }: ChoiceBarProps) {
  const { size } = chosen
  const others = rows.filter(({ id }) => !chosen.has(id))
  const isTooMany = size > STATUSES_MAX
  return (
    <Group
      component="section"
      aria-label="Chosen students"
      className="el-card"
      gap="8px 12px"
      p="10px 16px"
      mb="s3"
      pos="sticky"
      top={8}
      style={{ zIndex: 4 }}
    >
      <output className="el-strong el-numbers">{plural(size, 'student')} chosen</output>
      {isTooMany && <span className="el-sm el-ink-2">At most {STATUSES_MAX} at once.</span>}
      <Button
        variant="subtle"
        px={8}
        disabled={others.length === 0}
        onClick={() => onChoose([...chosen.values(), ...others])}
      >
        Choose all {rows.length} on this page
      </Button>
      {size > 0 && (
        <Button variant="subtle" px={8} onClick={() => onChoose([])}>
          Choose none
        </Button>
      )}
      <Group gap="s2" ml="auto">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={size === 0 || isTooMany} onClick={onChange}>
          Change Status
        </Button>
      </Group>
    </Group>
  )
}
