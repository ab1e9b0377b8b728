import type { Report } from '#contract/reportCards.ts'
import { RecordStatusBadge } from '../../records/RecordStatusBadge.tsx'
import { AdminVerify } from '../../records/verify/AdminVerify.tsx'
import { ReportCardLink } from './ReportCardLink.tsx'
import classes from './TermRecord.module.css'

/** The rows of the table that are about the report cards themselves. */
export const RecordRows = ({ reports }: { reports: Report[] }) => (
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
