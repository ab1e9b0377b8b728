import { XAxis } from 'recharts'
import { countedMean, type ReportRow } from '#contract/reportCards.ts'
import { lineEnds, yearsSentence } from './marksChart.ts'
import { MeansChart } from './MeansChart.tsx'

/** The means from a student's first term to the last. */
export const YearsChart = ({ reports }: { reports: ReportRow[] }) => (
  <MeansChart
    sentence={yearsSentence(reports)}
    height={190}
    terms={reports.map((report) => ({ id: report.id, mark: countedMean(report) }))}
    marks={reports.map(countedMean)}
    ends={lineEnds(reports, [])}
  >
    <XAxis
      dataKey="id"
      ticks={firstOfYears(reports)}
      tickFormatter={(id: number) => reports.find((report) => report.id === id)?.year ?? ''}
      interval={0}
      axisLine={false}
      tickLine={false}
      tickMargin={10}
      padding={{ left: 12, right: 4 }}
    />
  </MeansChart>
)

/** Each year is written once, under its first term. */
const firstOfYears = (reports: ReportRow[]) =>
  reports.filter(({ year }, place) => reports[place - 1]?.year !== year).map(({ id }) => id)
