import { Button, Group } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { startTransition, useCallback, useMemo, useState } from 'react'
import type { NotificationTime } from '#contract/notifications.ts'
import type { Missing } from '#contract/records/records.ts'
import { type Lack, lacks } from './steps.ts'
import { type Task, TaskDialog } from './TaskDialog.tsx'
import { useFocusBack } from './useFocusBack.ts'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import list from '../ui/list/ListView.module.css'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { byLiaison, type LiaisonGroup, sumsOf } from './arrangeMissing.ts'
import { MissingCards } from './MissingCards.tsx'
import classes from './Missing.module.css'
import { MissingTable } from './MissingTable.tsx'

type MissingListProps = {
  /** The rows that match the search and the chosen lack. */
  rows: Missing[]
  /** The label of their sums. */
  all: string
  time: NotificationTime | undefined
  lack: Lack | undefined
  search: string
  onSearch: (search: string) => void
  /** Shows all rows again. */
  onClear: () => void
}

/** The students by liaison officer and school, each with the next step. */
export function MissingList({ rows, all, time, lack, search, onSearch, onClear }: MissingListProps) {
  const groups = useMemo(() => byLiaison(rows), [rows])
  const { isOpen, toggle, setAll } = useOpenGroups(rows.length)
  const [task, setTask] = useState<Task>()
  const { box, remember } = useFocusBack(task !== undefined, rows.length)
  const open = useCallback(
    (next: Task, button: Element) => {
      remember(button)
      setTask(next)
    },
    [remember],
  )
  const asked = search.trim() || (lack && lacks[lack].look.word)
  const isPhone = useIsPhone()
  const Groups = isPhone ? MissingCards : MissingTable
  return (
    <>
      <section ref={box} className={`${classes.list} ${isPhone ? '' : 'el-card el-frame'}`} data-rows="low">
        <div className={list.toolbar} data-screen-only>
          {!isPhone && (
            <Group gap={0} ml={-6}>
              <Button variant="subtle" px={10} onClick={() => setAll(true, groups)}>
                Open all
              </Button>
              <Button variant="subtle" px={10} onClick={() => setAll(false, groups)}>
                Close all
              </Button>
            </Group>
          )}
          <SearchBox
            className={classes.search}
            search={search}
            onSearch={onSearch}
            label="Search by name, ref, liaison officer or school"
          />
        </div>
        {rows.length > 0 || !asked ? (
          <Groups
            groups={groups}
            time={time}
            lack={lack}
            sums={sumsOf(rows)}
            all={all}
            isOpen={isOpen}
            onToggle={toggle}
            onOpen={open}
          />
        ) : (
          <ListEmpty
            icon={IconSearchOff}
            title={`No students match “${asked}”`}
            hint="Check the spelling, or search by ref."
          >
            <Button
              variant="default"
              onClick={({ currentTarget }) => {
                onClear()
                // The focused button is removed, so the focus moves to the search.
                currentTarget.closest('section')?.querySelector<HTMLElement>('input[type="search"]')?.focus()
              }}
            >
              Clear search
            </Button>
          </ListEmpty>
        )}
      </section>
      {task && <TaskDialog task={task} onClose={() => setTask(undefined)} />}
    </>
  )
}

/** A longer list begins with all groups closed. */
const SHORT = 100

/** Which liaison officers and schools are open. */
function useOpenGroups(count: number) {
  const [opened, setOpened] = useState<Record<string, boolean>>({})
  const isOpen = (key: string) => opened[key] ?? count <= SHORT
  const toggle = (key: string, isNowOpen: boolean) => setOpened((before) => ({ ...before, [key]: isNowOpen }))
  const setAll = (areOpen: boolean, groups: LiaisonGroup[]) => {
    const keys = groups.flatMap(({ key, schools }) => [key, ...schools.map((school) => school.key)])
    // A transition, so that the page stays responsive while it renders thousands of students.
    startTransition(() => setOpened(Object.fromEntries(keys.map((key) => [key, areOpen]))))
  }
  return { isOpen, toggle, setAll }
}
