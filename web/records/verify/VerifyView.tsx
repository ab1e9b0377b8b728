import { Box, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { Waiting } from '#contract/records/records.ts'
import { formatDateTime } from '../../ui/formatDate.ts'
import { ChangeList } from '../../ui/history/ChangeList.tsx'
import { HttpError } from '../../ui/http.ts'
import { Message } from '../../ui/Message.tsx'
import type { PdfOutcome } from '../../ui/pdf/PdfPage.tsx'
import { PaperSplit } from '../../ui/pdf/PaperSplit.tsx'
import { PdfViewer, ScrollToStart } from '../../ui/pdf/PdfViewer.tsx'
import { FactsHead } from './FactsHead.tsx'
import { type AnyRecord, isReportCard, pdfOf, type RecordKind, recordKinds } from '../recordKinds.ts'
import { ReceiptFacts, ReportCardFacts } from './RecordFacts.tsx'
import classes from './VerifyView.module.css'

type VerifyViewProps = {
  kind: RecordKind
  row: Waiting | undefined
  record: AnyRecord | undefined
  pdf: string | null
  refusal: Error | null
  onPdfOutcome: (outcome: PdfOutcome) => void
}

/** The typed values and the PDF that they were typed from. */
export const VerifyView = ({ kind, row, record, pdf, refusal, onPdfOutcome }: VerifyViewProps) => (
  <PaperSplit
    handle="Resize marks and paper"
    paper={
      hasNoPaper(record)
        ? undefined
        : pdf && (
            <PdfViewer
              source={pdf}
              title={`${recordKinds[kind].pdf} of ${row?.student}`}
              onOutcome={onPdfOutcome}
            />
          )
    }
  >
    <section
      className={`el-focus-in el-scroll ${classes.facts}`}
      aria-label="Typed values"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard starts here, and scrolls it
      tabIndex={0}
      data-facts
      data-autofocus
    >
      <ScrollToStart key={`${row?.id} ${refusal?.message}`} />
      {refusal && <Refusal kind={kind} refusal={refusal} />}
      {row && <FactsHead row={row} record={record} />}
      {hasNoPaper(record) && (
        <Box mt={12}>
          <Message tone="note">
            This record was imported without a paper and edited here. Once verified it counts as sent; no
            letter is written about it.
          </Message>
        </Box>
      )}
      {!record && <VisuallyHidden component="output">Loading</VisuallyHidden>}
      {record &&
        (isReportCard(record) ? <ReportCardFacts card={record} /> : <ReceiptFacts receipt={record} />)}
    </section>
  </PaperSplit>
)

/** Only a record of the past that was edited has none. */
const hasNoPaper = (record: AnyRecord | undefined) => record !== undefined && !pdfOf(record)

/** Why the record was not verified or returned, with the changes that somebody else has made since it was loaded. */
function Refusal({ kind, refusal }: { kind: RecordKind; refusal: Error }) {
  const conflict = refusal instanceof HttpError ? refusal.body.conflict : undefined
  if (!conflict) return <Problem>{refusal.message}</Problem>
  const names = [...new Set(conflict.history.map(({ by }) => by ?? 'Somebody'))].join(' and ')
  return (
    <Box component="section" mb={16} aria-label="Changes by others">
      <Problem>{`${names} changed this in the meantime. You now see the current version.`}</Problem>
      <Stack component="ul" gap={12}>
        {conflict.history.map(({ id, by, at, changes }) => (
          <li key={id}>
            <Text size="sm" m="0 0 4px">
              <strong>{by ?? 'Somebody'}</strong>, {formatDateTime(at)}
            </Text>
            <ChangeList changes={changes} labels={recordKinds[kind].labels} />
          </li>
        ))}
      </Stack>
    </Box>
  )
}

const Problem = ({ children }: { children: string }) => (
  <Box mb={12}>
    <Message tone="bad">{children}</Message>
  </Box>
)
