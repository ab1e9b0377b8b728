import type { Report } from '#contract/reportCards.ts'
import { RecordStatusBadge } from '../../records/RecordStatusBadge.tsx'
import { AdminVerify } from '../../records/verify/AdminVerify.tsx'
import { ReportCardLink } from './ReportCardLink.tsx'
import classes from './TermRecord.module.css'

/** What the table says of the report cards themselves, where it is too narrow for it. */
export const TermRecords = ({ reports }: { reports: Report[] }) => (
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
