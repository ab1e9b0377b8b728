import { Line, XAxis } from 'recharts'
import { countedMean, type Report } from '#contract/reportCards.ts'
import { chartSentence, lineEnds } from './marksChart.ts'
import { MeansChart } from './MeansChart.tsx'
import classes from './MeansChart.module.css'
import type { ProgressRow } from './progressTable.ts'
import { subjectDot } from './subjectDot.tsx'

type MarksChartProps = { reports: Report[]; rows: ProgressRow[] }
type Term = { mark: number | null; marks: (number | null)[] }

/** The means of a year, and each subject: nothing that the table does not say too. */
export function MarksChart({ reports, rows }: MarksChartProps) {
  const terms = reports.map((report, place) => ({
    term: report.term,
    mark: countedMean(report),
    marks: rows.map(({ cells }) => cells[place]?.mark ?? null),
  }))
  return (
    <MeansChart
      sentence={chartSentence(reports, rows)}
      height={290}
      terms={terms}
      marks={terms.flatMap(({ mark, marks }) => marks.concat(mark))}
      ends={lineEnds(reports, rows)}
    >
      <XAxis
        dataKey="term"
        axisLine={false}
        tickLine={false}
        tickMargin={10}
        padding={{ left: 6, right: 4 }}
      />
      {rows.map(({ subject_id, cells }, row) => (
        <Line
          key={subject_id}
          className={cells.some((cell) => cell?.isLower) ? classes.fallen : classes.subject}
          dataKey={({ marks }: Term) => marks[row]}
          dot={subjectDot(cells)}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
    </MeansChart>
  )
}
