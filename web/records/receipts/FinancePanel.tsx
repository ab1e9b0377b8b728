import { lazy, Suspense, useCallback } from 'react'
import { canEditFinance } from '#contract/permissions.ts'
import type { StudentRow } from '#contract/students.ts'
import { ActivitiesPanel } from '../activities/ActivitiesPanel.tsx'
import { type RecordDeed, useRecordActivities } from '../activities/useRecordActivities.ts'
import { MyWork } from '../missing/MyWork.tsx'
import { useRecordToOpen } from '../missing/useRecordToOpen.ts'
import { ReturnedToYou } from '../ReturnedToYou.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { VerifyWaiting } from '../verify/VerifyWaiting.tsx'
import type { ReceiptModalProps } from './ReceiptModal.tsx'

const ReceiptModal = lazy(() => import('./ReceiptModal.tsx').then((file) => ({ default: file.ReceiptModal })))

export function FinancePanel() {
  const { role } = useSessionUser()
  const mayEdit = canEditFinance(role)
  const { opened, open, close } = useRecordToOpen<Omit<ReceiptModalProps, 'onClose'>>('receipt')
  const openOf = useCallback((deed: RecordDeed, student: StudentRow) => open({ deed, student }), [open])
  const activities = useRecordActivities({
    profile: 'finance',
    records: 'Finance Reports',
    mayEdit,
    open: openOf,
  })
  return (
    <>
      <ActivitiesPanel
        title="Finance"
        activities={activities}
        tools={
          <>
            <MyWork kind="receipt" mayEdit={mayEdit} isCovered={opened !== undefined} onPick={open} />
            <ReturnedToYou
              kind="receipt"
              mayEdit={mayEdit}
              onPick={(student, id) => open({ deed: 'edit', student, id })}
            />
            <VerifyWaiting kind="receipt" />
          </>
        }
      />
      {opened && (
        <Suspense>
          <ReceiptModal {...opened} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
