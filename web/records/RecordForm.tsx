import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { RecordKind } from './recordKinds.ts'
import type { RecordToOpen } from './RecordToOpen.ts'
import { SilenceNotice } from '../ui/SilenceNotice.tsx'

const forms = {
  report: lazyRouteComponent(() => import('./reportCards/ReportCardModal.tsx'), 'ReportCardModal'),
  receipt: lazyRouteComponent(() => import('./receipts/ReceiptModal.tsx'), 'ReceiptModal'),
}

type RecordFormProps = { kind: RecordKind; record: RecordToOpen; onClose: () => void }

/** The form of a record, loaded when it is first opened. */
export function RecordForm({ kind, record, onClose }: RecordFormProps) {
  const Form = forms[kind]
  return (
    <Suspense fallback={<SilenceNotice />}>
      <Form {...record} onClose={onClose} />
    </Suspense>
  )
}
