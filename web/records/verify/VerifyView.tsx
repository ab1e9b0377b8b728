import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import type { Waiting } from '#contract/records.ts'
import { formatDateTime } from '../../ui/formatDate.ts'
import { ChangeList } from '../../ui/history/ChangeList.tsx'
import { HttpError } from '../../ui/http.ts'
import { Message } from '../../ui/Message.tsx'
import type { PdfSight } from '../../ui/pdf/PdfPage.tsx'
import { PdfViewer, ScrollToStart } from '../../ui/pdf/PdfViewer.tsx'
import { FactsHead } from './FactsHead.tsx'
import { type AnyRecord, isReportCard, type RecordKind, recordKinds } from '../recordKinds.ts'
import { ReceiptFacts, ReportCardFacts } from './RecordFacts.tsx'
import classes from './VerifyView.module.css'

type VerifyViewProps = {
  kind: RecordKind
  row: Waiting | undefined
  record: AnyRecord | undefined
  pdf: string | null
  refusal: Error | null
  onPdfSight: (sight: PdfSight) => void
}

/** The typed values, and the paper that they were typed from. */
export function VerifyView({ kind, row, record, pdf, refusal, onPdfSight }: VerifyViewProps) {
  return (
    <div className={classes.view}>
      {/* On a narrow screen the whole view scrolls, on a wide one each half by itself. */}
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
        {record &&
          (isReportCard(record) ? <ReportCardFacts card={record} /> : <ReceiptFacts receipt={record} />)}
      </section>
      <div className={classes.pdf}>
        {pdf && (
          <PdfViewer url={pdf} title={`${recordKinds[kind].pdf} of ${row?.student}`} onSight={onPdfSight} />
        )}
      </div>
    </div>
  )
}

/** Why the record was not verified or returned. If somebody else has changed it meanwhile, also their changes. */
function Refusal({ kind, refusal }: { kind: RecordKind; refusal: Error }) {
  const conflict = refusal instanceof HttpError ? refusal.body.conflict : undefined
  if (!conflict) return <Problem>{refusal.message}</Problem>
  const names = [...new Set(conflict.history.map(({ by }) => by ?? 'Somebody'))].join(' and ')
  return (
    <section className={classes.refusal} aria-label="Changed meanwhile">
      <Problem>{`${names} changed this meanwhile. What you see now is as it is.`}</Problem>
      <ul className={classes.entries}>
        {conflict.history.map(({ id, by, at, changes }) => (
          <li key={id}>
            <p className={classes.who}>
              <strong>{by ?? 'Somebody'}</strong>, {formatDateTime(at)}
            </p>
            <ChangeList changes={changes} labels={recordKinds[kind].labels} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Problem = ({ children }: { children: string }) => (
  <div className={classes.problem}>
    <Message tone="bad">{children}</Message>
  </div>
)
