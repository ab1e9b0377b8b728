import { IconEye, IconFilePencil, IconFilePlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { canSeeChildren, canSeeUnverified } from '#contract/permissions.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { DownloadList } from '../ui/export/DownloadList.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { ImportLink } from '../students/ImportLink.tsx'
import { whyInactive } from '../students/studentRow.ts'
import { ActivitiesPanel, type Activity } from './ActivitiesPanel.tsx'
import { type RecordKind, recordKinds } from './recordKinds.ts'
import { RecordForm } from './RecordForm.tsx'
import type { RecordAction, RecordToOpen } from './RecordToOpen.ts'

const SupporterHome = lazyComponent(() => import('./children/SupporterHome.tsx'), 'SupporterHome')

/** Supporters see it below the news of their students. */
export function AcademicsPanel() {
  const isSection = canSeeChildren(useSessionUser().role)
  const panel = <RecordsPanel kind="report" isSection={isSection} />
  return isSection ? (
    <Suspense fallback={panel}>
      <SupporterHome>{panel}</SupporterHome>
    </Suspense>
  ) : (
    panel
  )
}

export const FinancePanel = () => <RecordsPanel kind="receipt" />

function RecordsPanel({ kind, isSection = false }: { kind: RecordKind; isSection?: boolean }) {
  const { role } = useSessionUser()
  const mayEdit = recordKinds[kind].mayEdit(role)
  const [opened, setOpened] = useState<RecordToOpen>()
  const activities = useRecordActivities(kind, mayEdit, setOpened)
  return (
    <>
      <ActivitiesPanel
        menu={recordKinds[kind].menu}
        title={recordKinds[kind].panel}
        isSection={isSection}
        kind={canSeeUnverified(role) ? kind : undefined}
        activities={activities}
        actions={
          !isSection && (
            <>
              <ImportLink kind={imports[kind]} openedFrom={recordKinds[kind].menu} />
              <DownloadList kind={imports[kind]} />
            </>
          )
        }
      />
      {opened && <RecordForm kind={kind} record={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const imports = { report: 'results', receipt: 'receipts' } as const

/** The actions on the records of each student: some users may add and edit them, all may view them. */
function useRecordActivities(
  kind: RecordKind,
  mayEdit: boolean,
  open: (record: RecordToOpen) => void,
): Activity[] {
  const navigate = useNavigate()
  return useMemo(() => {
    const { menu, title } = recordKinds[kind]
    const entry = (action: RecordAction, word: string, icon: typeof IconFilePlus): Activity => ({
      name: action,
      header: `${word} ${title}s`,
      of: (student) => ({
        icon,
        word,
        label: `${word} ${title}s of ${student.name}`,
        reason: whyInactive(student),
        isSkipped: whyInactive(student) !== undefined,
        onClick: () => open({ action, student }),
      }),
    })
    /** Also for students who are no longer active. */
    const view: Activity = {
      name: 'view',
      header: `View ${title}s`,
      of: ({ id, name, status }) => ({
        icon: IconEye,
        word: 'View',
        label: `View ${title}s of ${name}`,
        whyNotOthers: mayEdit ? whyInactive({ status }) : undefined,
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
