import { Box, Group, Stack, VisuallyHidden } from '@mantine/core'
import type { ReportCard } from '#contract/reportCards.ts'
import { RecordStatusBadge } from '../../records/RecordStatusBadge.tsx'
import { AdminVerify } from '../../records/verify/AdminVerify.tsx'
import { PdfLink } from '../PdfLink.tsx'
import { columnOf } from './ProgressTable.tsx'

/** Status and PDF of each report card, where the table is too narrow for RecordRows. */
export const TermRecords = ({ cards }: { cards: ReportCard[] }) => (
  <Box component="ul" className="el-line el-ruled" p="6px var(--edge)" aria-label="Report cards">
    {cards.map((card) => (
      <Group key={card.id} component="li" gap="6px 10px" py={4}>
        <Box component="span" className="el-strong" miw={56}>
          {card.term}
        </Box>
        <RecordStatusBadge status={card.status} />
        <Box component="span" ml="auto">
          <ReportCardLink card={card} text="Report card" />
        </Box>
        <AdminVerify id={card.id} status={card.status} w="100%" />
      </Group>
    ))}
  </Box>
)

/** The rows of the table with PDF and status of each report card. */
export const RecordRows = ({ cards }: { cards: ReportCard[] }) => (
  <>
    <tr>
      <th scope="row">Report card</th>
      {cards.map((card) => (
        <td key={card.id} {...columnOf(card.curriculum)}>
          <ReportCardLink card={card} text="View" />
        </td>
      ))}
    </tr>
    <tr>
      <th scope="row">Verification</th>
      {cards.map(({ id, status, curriculum }) => (
        <td key={id} {...columnOf(curriculum)}>
          <Stack component="span" gap={6} align="flex-end">
            <RecordStatusBadge status={status} />
            <AdminVerify id={id} status={status} />
          </Stack>
        </td>
      ))}
    </tr>
  </>
)

/** The PDF of a report card. */
const ReportCardLink = ({ card: { pathReport, term, year }, text }: { card: ReportCard; text: string }) =>
  pathReport && (
    <PdfLink href={pathReport}>
      {text}
      <VisuallyHidden>{` of ${term}, ${year}`}</VisuallyHidden>
    </PdfLink>
  )
