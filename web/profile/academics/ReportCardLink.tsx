import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import type { Report } from '#contract/reportCards.ts'
import { PdfLink } from '../PdfLink.tsx'

type ReportCardLinkProps = { report: Report; text: string }

/** The PDF of a report card. */
export const ReportCardLink = ({ report: { pathReport, term, year }, text }: ReportCardLinkProps) =>
  pathReport && (
    <PdfLink href={pathReport}>
      {text}
      <VisuallyHidden>{` of ${term}, ${year}`}</VisuallyHidden>
    </PdfLink>
  )
