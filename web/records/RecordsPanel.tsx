import { IconEye, IconFilePencil, IconFilePlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { canSeeUnverified } from '#contract/permissions.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { whyInactive } from '../students/studentRow.ts'
import { ActivitiesPanel, type Activity } from './ActivitiesPanel.tsx'
import { type RecordKind, recordKinds } from './recordKinds.ts'
import { RecordForm } from './RecordForm.tsx'
import type { RecordDeed, RecordToOpen } from './RecordToOpen.ts'

export const AcademicsPanel = () => <RecordsPanel kind="report" />

export const FinancePanel = () => <RecordsPanel kind="receipt" />

function RecordsPanel({ kind }: { kind: RecordKind }) {
  const { role } = useSessionUser()
  const mayEdit = recordKinds[kind].mayEdit(role)
  const [opened, setOpened] = useState<RecordToOpen>()
  const activities = useRecordActivities(kind, mayEdit, setOpened)
  return (
    <>
      <ActivitiesPanel
        title={recordKinds[kind].panel}
        kind={canSeeUnverified(role) ? kind : undefined}
        activities={activities}
      />
      {opened && <RecordForm kind={kind} record={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** The actions on the records of each student: some users may add and edit them, all may view them. */
function useRecordActivities(
  kind: RecordKind,
  mayEdit: boolean,
  open: (record: RecordToOpen) => void,
): Activity[] {
  const navigate = useNavigate()
  return useMemo(() => {
    const { menu, title } = recordKinds[kind]
    const entry = (deed: RecordDeed, word: string, icon: typeof IconFilePlus): Activity => ({
      name: deed,
      header: `${word} ${title}s`,
      of: (student) => ({
        icon,
        word,
        label: `${word} ${title}s of ${student.name}`,
        reason: whyInactive(student),
        onClick: () => open({ deed, student }),
      }),
    })
    /** Also for students who are no longer active. */
    const view: Activity = {
      name: 'view',
      header: `View ${title}s`,
      of: ({ id, name }) => ({
        icon: IconEye,
        word: 'View',
        label: `View ${title}s of ${name}`,
        onClick: () =>
          void navigate({
            to: '/dashboard',
            search: { menu: 'profile', student: id, profile: menu },
            state: { openedFrom: menu },
          }),
      }),
    }
    if (!mayEdit) return [view]
    return [entry('add', 'Add', IconFilePlus), entry('edit', 'Edit', IconFilePencil), view]
  }, [kind, mayEdit, open, navigate])
}
