import { lazy, Suspense, useCallback, useState } from 'react'
import { canEditFinance } from '#contract/permissions.ts'
import type { StudentRow } from '#contract/students.ts'
import { ActivitiesPanel } from '../shared/activities/ActivitiesPanel.tsx'
import { type RecordDeed, useRecordActivities } from '../shared/activities/useRecordActivities.ts'
import { ReturnedToYou } from '../shared/records/ReturnedToYou.tsx'
import { useSessionUser } from '../shared/sessionUser.ts'
import { VerifyWaiting } from '../shared/verify/VerifyWaiting.tsx'
import type { ReceiptModalProps } from './ReceiptModal.tsx'

const ReceiptModal = lazy(() => import('./ReceiptModal.tsx').then((file) => ({ default: file.ReceiptModal })))

export function FinancePanel() {
  const { role } = useSessionUser()
  const mayEdit = canEditFinance(role)
  const [modal, setModal] = useState<Omit<ReceiptModalProps, 'onClose'>>()
  const open = useCallback((deed: RecordDeed, student: StudentRow) => setModal({ deed, student }), [])
  const activities = useRecordActivities({
    profile: 'finance',
    records: 'Finance Reports',
    mayEdit,
    open,
  })
  return (
    <>
      <ActivitiesPanel
        title="Finance"
        activities={activities}
        tools={
          <>
            <ReturnedToYou
              kind="receipt"
              mayEdit={mayEdit}
              onPick={(student, id) => setModal({ deed: 'edit', student, id })}
            />
            <VerifyWaiting kind="receipt" />
          </>
        }
      />
      {modal && (
        <Suspense>
          <ReceiptModal {...modal} onClose={() => setModal(undefined)} />
        </Suspense>
      )}
    </>
  )
}
