import { lazy, Suspense, useCallback } from 'react'
import { canEditReports } from '#contract/permissions.ts'
import type { StudentRow } from '#contract/students.ts'
import { ActivitiesPanel } from '../activities/ActivitiesPanel.tsx'
import { type RecordDeed, useRecordActivities } from '../activities/useRecordActivities.ts'
import { MyWork } from '../missing/MyWork.tsx'
import { useRecordToOpen } from '../missing/useRecordToOpen.ts'
import { ReturnedToYou } from '../ReturnedToYou.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { VerifyWaiting } from '../verify/VerifyWaiting.tsx'
import type { ReportModalProps } from './ReportModal.tsx'

const ReportModal = lazy(() => import('./ReportModal.tsx').then((file) => ({ default: file.ReportModal })))

export function AcademicsPanel() {
  const { role } = useSessionUser()
  const mayEdit = canEditReports(role)
  const { opened, open, close } = useRecordToOpen<Omit<ReportModalProps, 'onClose'>>('report')
  const openOf = useCallback((deed: RecordDeed, student: StudentRow) => open({ deed, student }), [open])
  const activities = useRecordActivities({
    profile: 'academics',
    records: 'Academic Reports',
    mayEdit,
    open: openOf,
  })
  return (
    <>
      <ActivitiesPanel
        title="Academics"
        activities={activities}
        tools={
          <>
            <MyWork kind="report" mayEdit={mayEdit} isCovered={opened !== undefined} onPick={open} />
            <ReturnedToYou
              kind="report"
              mayEdit={mayEdit}
              onPick={(student, id) => open({ deed: 'edit', student, id })}
            />
            <VerifyWaiting kind="report" />
          </>
        }
      />
      {opened && (
        <Suspense>
          <ReportModal {...opened} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
