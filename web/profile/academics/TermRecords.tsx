import { Box, Group, Stack, VisuallyHidden } from '@mantine/core'
import type { StudentTask } from '#contract/records/steps.ts'
import type { ReportCard } from '#contract/records/reportCards.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { RecordStatusBadge } from '../../records/RecordStatusBadge.tsx'
import { AdminVerify } from '../../records/verify/AdminVerify.tsx'
import { PdfLink } from '../PdfLink.tsx'
import { CorrectButton, NoPaper, TaskButton } from '../StudentTasks.tsx'
import { columnOf } from './ProgressTable.tsx'

type TermRecordsProps = {
  cards: ReportCard[]
  /** The step that adds the report card of the newest term, if that is missing. */
  missing: StudentTask | undefined
}

const missingBadge = <StatusBadge word="Missing" tone="red" shape="dashedRing" />

/** Status and PDF of each report card, where the table is too narrow for RecordRows. */
export const TermRecords = ({ cards, missing }: TermRecordsProps) => (
  <Box component="ul" className="el-line el-ruled" p="6px var(--edge)" aria-label="Report cards">
    {cards.map((card) => (
      <Group key={card.id} component="li" gap="6px 8px" py={4}>
        <Box component="span" className="el-strong" miw={48}>
          {card.term}
        </Box>
        <RecordStatusBadge status={card.status} />
        <Box component="span" ml="auto">
          <ReportCardLink card={card} text="Report card" />
        </Box>
        <CorrectButton of="report" id={card.id} />
        <AdminVerify id={card.id} status={card.status} w="100%" />
      </Group>
    ))}
    {missing && (
      <Group component="li" gap="6px 8px" py={4}>
        <Box component="span" className="el-strong" miw={48}>
          {missing.time?.term_name}
        </Box>
        {missingBadge}
        <TaskButton task={missing} />
      </Group>
    )}
  </Box>
)

/** The rows of the table with PDF and status of each report card. */
export const RecordRows = ({ cards, missing }: TermRecordsProps) => (
  <>
    <tr>
      <th scope="row">Report card</th>
      {cards.map((card) => (
        <td key={card.id} {...columnOf(card.curriculum)}>
          <ReportCardLink card={card} text="View" />
        </td>
      ))}
      {missing && <td>{missingBadge}</td>}
    </tr>
    <tr>
      <th scope="row">Verification</th>
      {cards.map(({ id, status, curriculum }) => (
        <td key={id} {...columnOf(curriculum)}>
          <Stack component="span" gap={6} align="flex-end">
            <RecordStatusBadge status={status} />
            <CorrectButton of="report" id={id} />
            <AdminVerify id={id} status={status} />
          </Stack>
        </td>
      ))}
      {missing && (
        <td>
          <TaskButton task={missing} />
        </td>
      )}
    </tr>
  </>
)

/** The PDF of a report card. */
const ReportCardLink = ({ card: { pathReport, term, year }, text }: { card: ReportCard; text: string }) =>
  pathReport ? (
    <PdfLink href={pathReport}>
      {text}
      <VisuallyHidden>{` of ${term}, ${year}`}</VisuallyHidden>
    </PdfLink>
  ) : (
    <NoPaper />
  )
