import { IconEye, IconFilePencil, IconFilePlus } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useSessionUser } from '../ui/sessionUser.ts'
import { whyInactive } from '../students/studentRow.ts'
import { ActivitiesPanel, type Activity } from './ActivitiesPanel.tsx'
import { useStateOnce } from './missing/useStateOnce.ts'
import { type RecordKind, recordKinds } from './recordKinds.ts'
import { RecordTools } from './RecordTools.tsx'
import type { RecordDeed, RecordToOpen } from './RecordToOpen.ts'

const modals = {
  report: lazy(() =>
    import('./reportCards/ReportCardModal.tsx').then((file) => ({ default: file.ReportCardModal })),
  ),
  receipt: lazy(() => import('./receipts/ReceiptModal.tsx').then((file) => ({ default: file.ReceiptModal }))),
}

export const AcademicsPanel = () => <RecordsPanel kind="report" />

export const FinancePanel = () => <RecordsPanel kind="receipt" />

function RecordsPanel({ kind }: { kind: RecordKind }) {
  const { role } = useSessionUser()
  const mayEdit = recordKinds[kind].mayEdit(role)
  const { opened, open, close } = useRecordToOpen(kind)
  const activities = useRecordActivities(kind, mayEdit, open)
  const Modal = modals[kind]
  return (
    <>
      <ActivitiesPanel
        title={recordKinds[kind].panel}
        activities={activities}
        tools={<RecordTools kind={kind} mayEdit={mayEdit} isCovered={opened !== undefined} onPick={open} />}
      />
      {opened && (
        <Suspense>
          <Modal {...opened} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** The record whose form is open. A user who came from another panel for this form returns there when it closes. */
function useRecordToOpen(kind: RecordKind) {
  const { history } = useRouter()
  const asked = useStateOnce('open')
  const [guest, setGuest] = useState<RecordToOpen | undefined>(asked?.kind === kind ? asked : undefined)
  const [opened, setOpened] = useState(guest)
  const open = useCallback((next: RecordToOpen) => setOpened(next), [])
  const close = () => {
    setOpened(undefined)
    if (!guest) return
    setGuest(undefined)
    history.back()
  }
  return { opened, open, close }
}

/** What can be done with the records of each student: some users may add and edit them, all may view them. */
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
    /** Also for students who are not active any more. */
    const view: Activity = {
      name: 'view',
      header: `View ${title}s`,
      of: ({ id, name }) => ({
        icon: IconEye,
        word: 'View',
        label: `View ${title}s of ${name}`,
        onClick: () =>
          void navigate({ to: '/dashboard', search: { menu: 'profile', student: id, profile: menu } }),
      }),
    }
    if (!mayEdit) return [view]
    return [entry('add', 'Add', IconFilePlus), entry('edit', 'Edit', IconFilePencil), view]
  }, [kind, mayEdit, open, navigate])
}
