import type { RecordKind } from './recordKinds.ts'
import type { RecordToOpen } from './RecordToOpen.ts'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'

const forms = {
  report: lazyDialog(async () => (await import('./reportCards/ReportCardModal.tsx')).ReportCardModal),
  receipt: lazyDialog(async () => (await import('./receipts/ReceiptModal.tsx')).ReceiptModal),
}

type RecordFormProps = { kind: RecordKind; record: RecordToOpen; onClose: () => void }

/** The form of a record, loaded when it is first opened. */
export function RecordForm({ kind, record, onClose }: RecordFormProps) {
  const Form = forms[kind]
  return <Form {...record} onClose={onClose} />
}
