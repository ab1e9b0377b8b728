import { lazy, Suspense, useCallback, useState } from 'react'
import { canEditFinance } from '#contract/permissions.ts'
import type { StudentRow } from '#contract/students.ts'
import { ActivitiesPanel } from '../shared/activities/ActivitiesPanel.tsx'
import { type RecordDeed, useRecordActivities } from '../shared/activities/useRecordActivities.ts'
import { useSessionUser } from '../shared/sessionUser.ts'
import { VerifyWaiting } from '../shared/verify/VerifyWaiting.tsx'

const ReceiptModal = lazy(() => import('./ReceiptModal.tsx').then((file) => ({ default: file.ReceiptModal })))

export function FinancePanel() {
  const { role } = useSessionUser()
  const [modal, setModal] = useState<{ deed: RecordDeed; student: StudentRow }>()
  const open = useCallback((deed: RecordDeed, student: StudentRow) => setModal({ deed, student }), [])
  const activities = useRecordActivities({
    profile: 'finance',
    records: 'Finance Reports',
    mayEdit: canEditFinance(role),
    open,
  })
  return (
    <>
      <ActivitiesPanel title="Finance" activities={activities} tools={<VerifyWaiting kind="receipt" />} />
      {modal && (
        <Suspense>
          <ReceiptModal {...modal} onClose={() => setModal(undefined)} />
        </Suspense>
      )}
    </>
  )
}
