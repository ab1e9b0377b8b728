import { lazy, Suspense } from 'react'
import type { RecordKind } from './recordKinds.ts'
import type { RecordToOpen } from './RecordToOpen.ts'
import { SilenceNotice } from '../ui/SilenceNotice.tsx'

const forms = {
  report: lazy(() =>
    import('./reportCards/ReportCardModal.tsx').then((file) => ({ default: file.ReportCardModal })),
  ),
  receipt: lazy(() => import('./receipts/ReceiptModal.tsx').then((file) => ({ default: file.ReceiptModal }))),
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
