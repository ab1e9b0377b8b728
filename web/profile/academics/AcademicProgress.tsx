import { useQuery } from '@tanstack/react-query'
import type { Report } from '#contract/reportCards.ts'
import type { Student } from '#contract/students.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { PrintButton } from '../../ui/print/PrintSheet.tsx'
import { ProfileSection } from '../ProfileSection.tsx'
import { useChosenYear } from '../useChosenYear.ts'
import { YearChoice } from '../YearChoice.tsx'
import classes from './AcademicProgress.module.css'
import { classAndYear } from './classAndYear.ts'
import { ProgressSkeleton } from './ProgressSkeleton.tsx'
import { progressTable } from './progressTable.ts'
import { ReportYear } from './ReportYear.tsx'
import { ReportYearSheet } from './ReportYearSheet.tsx'
import { YearsOfMeans } from './YearsOfMeans.tsx'
import { yearReportsQuery } from './yearReportsApi.ts'

/** A student's report cards, a year at a time. There is no such part before the first. */
export function AcademicProgress({ student }: { student: Student }) {
  const years = student.annual_rep
  const { chosen, choose } = useChosenYear('academic_year', years)
  const { data: reports, error, refetch } = useQuery(yearReportsQuery(student.id, chosen?.id))
  if (!chosen) return null
  return (
    <ProfileSection
      title="Academic Progress"
      subtitle={reports?.length ? classAndYear(reports) : chosen.year_name}
      tools={
        <div className={classes.tools}>
          <PrintButton isOff={!reports?.length} />
          <YearChoice label="Academic year" years={years} chosen={chosen} onChoose={choose} />
        </div>
      }
      isFull
    >
      {error && !reports && (
        <div className={classes.part}>
          <LoadFailure error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {!error && !reports && <ProgressSkeleton />}
      {reports?.length === 0 && <p className={classes.part}>No report cards for {chosen.year_name}.</p>}
      {reports && reports.length > 0 && <Year student={student} reports={reports} />}
      {years.length > 1 && <YearsOfMeans id={student.id} />}
    </ProfileSection>
  )
}

function Year({ student, reports }: { student: Student; reports: Report[] }) {
  const rows = progressTable(reports)
  return (
    <>
      <ReportYear reports={reports} rows={rows} />
      <ReportYearSheet student={student} reports={reports} rows={rows} />
    </>
  )
}
