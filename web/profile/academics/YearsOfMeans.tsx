import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import classes from './AcademicProgress.module.css'
import { ChartPlace } from './ChartPlace.tsx'
import { allReportsQuery } from './yearReportsApi.ts'

const YearsChart = lazy(() => import('./YearsChart.tsx').then((file) => ({ default: file.YearsChart })))

/** How a student does from the first term to the last; without it the year above still stands. */
export function YearsOfMeans({ id }: { id: number }) {
  const { data: reports, error, refetch } = useQuery(allReportsQuery(id))
  return (
    <div className={classes.part}>
      <div>
        <h3 className={classes.chartTitle}>Means across the years</h3>
        <p className={classes.legend}>The mean score of each term, from the first to the last.</p>
      </div>
      {error && !reports && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!error && !reports && <div className={classes.yearsToCome} />}
      {reports && (
        <ChartPlace className={classes.yearsToCome}>
          <YearsChart reports={reports.toReversed()} />
        </ChartPlace>
      )}
    </div>
  )
}
