import { lazy, Suspense, useCallback, useState } from 'react'
import { canEditReports } from '#contract/permissions.ts'
import type { StudentRow } from '#contract/students.ts'
import { ActivitiesPanel } from '../shared/activities/ActivitiesPanel.tsx'
import { type RecordDeed, useRecordActivities } from '../shared/activities/useRecordActivities.ts'
import { useSessionUser } from '../shared/sessionUser.ts'
import { VerifyWaiting } from '../shared/verify/VerifyWaiting.tsx'

const ReportModal = lazy(() => import('./ReportModal.tsx').then((file) => ({ default: file.ReportModal })))

export function AcademicsPanel() {
  const { role } = useSessionUser()
  const [modal, setModal] = useState<{ deed: RecordDeed; student: StudentRow }>()
  const open = useCallback((deed: RecordDeed, student: StudentRow) => setModal({ deed, student }), [])
  const activities = useRecordActivities({
    profile: 'academics',
    records: 'Academic Reports',
    mayEdit: canEditReports(role),
    open,
  })
  return (
    <>
      <ActivitiesPanel title="Academics" activities={activities} tools={<VerifyWaiting kind="report" />} />
      {modal && (
        <Suspense>
          <ReportModal {...modal} onClose={() => setModal(undefined)} />
        </Suspense>
      )}
    </>
  )
}
