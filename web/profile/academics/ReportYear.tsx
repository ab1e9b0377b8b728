import { lazy } from 'react'
import type { Report } from '#contract/reportCards.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import classes from './AcademicProgress.module.css'
import { ChartPlace } from './ChartPlace.tsx'
import { ProgressTable } from './ProgressTable.tsx'
import type { ProgressRow } from './progressTable.ts'
import { RecordRows } from './RecordRows.tsx'
import { TermComments } from './TermComments.tsx'
import { TermRecords } from './TermRecords.tsx'

const MarksChart = lazy(() => import('./MarksChart.tsx').then((file) => ({ default: file.MarksChart })))

type ReportYearProps = { reports: Report[]; rows: ProgressRow[] }

/** One year on the screen: marks, their chart, the report cards and the comments. */
export function ReportYear({ reports, rows }: ReportYearProps) {
  const isPhone = useIsPhone()
  return (
    <>
      <div className={classes.year}>
        <div className={classes.marks}>
          <ProgressTable reports={reports} rows={rows}>
            {!isPhone && <RecordRows reports={reports} />}
          </ProgressTable>
        </div>
        {isPhone && <TermRecords reports={reports} />}
        <div className={classes.aside}>
          <h3 className={classes.chartTitle}>Marks across the year</h3>
          <p className={classes.legend}>
            Thick line: mean. Thin lines: subjects. Dashed red: lower in Term 3.
          </p>
          <ChartPlace className={classes.chartToCome}>
            <MarksChart reports={reports} rows={rows} />
          </ChartPlace>
        </div>
      </div>
      <TermComments reports={reports} />
    </>
  )
}
