import type { ReportCard } from '#contract/reportCards.ts'
import type { Student } from '#contract/students.ts'
import { PrintSheet } from '../../ui/print/PrintSheet.tsx'
import { recordStatusWord } from '../../records/RecordStatusBadge.tsx'
import { Comments } from './Comments.tsx'
import { ProgressTable } from './ProgressTable.tsx'
import type { ProgressRow } from './progressTable.ts'
import classes from './AcademicYearSheet.module.css'

type AcademicYearSheetProps = { student: Student; reports: ReportCard[]; rows: ProgressRow[] }

/** A student's year on paper: the marks, and the comments of each term. */
export const AcademicYearSheet = ({ student, reports, rows }: AcademicYearSheetProps) => (
  <PrintSheet title={student.name} lines={[student.ref, ...schoolsOf(reports), classAndYear(reports)]}>
    {() => (
      <>
        <ProgressTable reports={reports} rows={rows}>
          <tr>
            <th scope="row">Verification</th>
            {reports.map(({ id, status }) => (
              <td key={id}>{recordStatusWord(status)}</td>
            ))}
          </tr>
        </ProgressTable>
        {reports.map((report) => (
          <section key={report.id}>
            <h2 className={classes.term}>{report.term}</h2>
            <Comments report={report} />
          </section>
        ))}
      </>
    )}
  </PrintSheet>
)

/** The schools of the year, which may be two. */
const schoolsOf = (reports: ReportCard[]) => [...new Set(reports.map(({ school }) => school))]

/** `Form 3, 2025` */
export const classAndYear = (reports: Pick<ReportCard, 'class' | 'year'>[]) =>
  [reports.at(-1)?.class, reports.at(-1)?.year].join(', ')
