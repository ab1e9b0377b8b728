import { lazy, Suspense, useCallback, useState } from 'react'
import { canEditReports } from '#contract/permissions.ts'
import type { StudentRow } from '#contract/students.ts'
import { ActivitiesPanel } from '../shared/activities/ActivitiesPanel.tsx'
import { type RecordDeed, useRecordActivities } from '../shared/activities/useRecordActivities.ts'
import { ReturnedToYou } from '../shared/records/ReturnedToYou.tsx'
import { useSessionUser } from '../shared/sessionUser.ts'
import { VerifyWaiting } from '../shared/verify/VerifyWaiting.tsx'
import type { ReportModalProps } from './ReportModal.tsx'

const ReportModal = lazy(() => import('./ReportModal.tsx').then((file) => ({ default: file.ReportModal })))

export function AcademicsPanel() {
  const { role } = useSessionUser()
  const mayEdit = canEditReports(role)
  const [modal, setModal] = useState<Omit<ReportModalProps, 'onClose'>>()
  const open = useCallback((deed: RecordDeed, student: StudentRow) => setModal({ deed, student }), [])
  const activities = useRecordActivities({
    profile: 'academics',
    records: 'Academic Reports',
    mayEdit,
    open,
  })
  return (
    <>
      <ActivitiesPanel
        title="Academics"
        activities={activities}
        tools={
          <>
            <ReturnedToYou
              kind="report"
              mayEdit={mayEdit}
              onPick={(student, id) => setModal({ deed: 'edit', student, id })}
            />
            <VerifyWaiting kind="report" />
          </>
        }
      />
      {modal && (
        <Suspense>
          <ReportModal {...modal} onClose={() => setModal(undefined)} />
        </Suspense>
      )}
    </>
  )
}
