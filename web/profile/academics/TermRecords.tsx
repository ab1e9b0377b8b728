import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import type { ReportCard } from '#contract/reportCards.ts'
import { RecordStatusBadge } from '../../records/RecordStatusBadge.tsx'
import { AdminVerify } from '../../records/verify/AdminVerify.tsx'
import { PdfLink } from '../PdfLink.tsx'
import classes from './TermRecords.module.css'

/** Status and PDF of each report card, on screens where the table is too narrow for RecordRows. */
export const TermRecords = ({ reports }: { reports: ReportCard[] }) => (
  <ul className={classes.terms} aria-label="Report cards">
    {reports.map((report) => (
      <li key={report.id}>
        <span className={classes.name}>{report.term}</span>
        <RecordStatusBadge status={report.status} />
        <span className={classes.side}>
          <ReportCardLink report={report} text="Report card" />
        </span>
        <span className={classes.verify}>
          <AdminVerify kind="report" id={report.id} status={report.status} />
        </span>
      </li>
    ))}
  </ul>
)

/** The rows of the table with PDF and status of each report card. */
export const RecordRows = ({ reports }: { reports: ReportCard[] }) => (
  <>
    <tr>
      <th scope="row">Report card</th>
      {reports.map((report) => (
        <td key={report.id}>
          <ReportCardLink report={report} text="View" />
        </td>
      ))}
    </tr>
    <tr>
      <th scope="row">Verification</th>
      {reports.map(({ id, status }) => (
        <td key={id}>
          <span className={classes.verification}>
            <RecordStatusBadge status={status} />
            <AdminVerify kind="report" id={id} status={status} />
          </span>
        </td>
      ))}
    </tr>
  </>
)

type ReportCardLinkProps = { report: ReportCard; text: string }

/** The PDF of a report card. */
const ReportCardLink = ({ report: { pathReport, term, year }, text }: ReportCardLinkProps) =>
  pathReport && (
    <PdfLink href={pathReport}>
      {text}
      <VisuallyHidden>{` of ${term}, ${year}`}</VisuallyHidden>
    </PdfLink>
  )
