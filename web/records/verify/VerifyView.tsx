import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import type { Waiting } from '#contract/reportCards.ts'
import { PdfViewer, ScrollToStart } from '../../ui/pdf/PdfViewer.tsx'
import { FactsHead } from './FactsHead.tsx'
import { ReceiptFacts } from './ReceiptFacts.tsx'
import { type RecordKind, recordKinds } from '../recordKinds.ts'
import { Refusal } from './Refusal.tsx'
import { ReportFacts } from './ReportFacts.tsx'
import { type AnyRecord, isReport } from './verifyApi.ts'
import classes from './VerifyView.module.css'

type VerifyViewProps = {
  kind: RecordKind
  row: Waiting | undefined
  record: AnyRecord | undefined
  pdf: string | null
  refusal: Error | null
  onPdfShown: () => void
}

/** What was typed, and the paper that it was typed from. */
export function VerifyView({ kind, row, record, pdf, refusal, onPdfShown }: VerifyViewProps) {
  return (
    <div className={classes.view}>
      {/* Narrow, it scrolls as one; wide, what was typed does so by itself. */}
      <ScrollToStart key={`${row?.id} ${refusal?.message}`} />
      <section
        className={classes.facts}
        aria-label="What was typed"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard begins here, and scrolls it
        tabIndex={0}
        data-facts
        data-autofocus
      >
        <ScrollToStart key={`${row?.id} ${refusal?.message}`} />
        {refusal && <Refusal kind={kind} refusal={refusal} />}
        {row && <FactsHead row={row} record={record} />}
        {!record && <VisuallyHidden component="output">Loading</VisuallyHidden>}
        {record && (isReport(record) ? <ReportFacts report={record} /> : <ReceiptFacts receipt={record} />)}
      </section>
      <div className={classes.pdf}>
        {pdf && (
          <PdfViewer url={pdf} title={`${recordKinds[kind].pdf} of ${row?.student}`} onShown={onPdfShown} />
        )}
      </div>
    </div>
  )
}
