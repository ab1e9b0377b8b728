import { type DotItemDotProps, Line, XAxis } from 'recharts'
import { countsPoints, type CurriculumName } from '#contract/curricula.ts'
import { countedMean, type ReportCard } from '#contract/reportCards.ts'
import { ChartFrame } from './ChartFrame.tsx'
import { chartSentence, curriculumIn, fallenAt, hasFallen, lineEnds, placeIn } from './marksChart.ts'
import classes from './MarksChart.module.css'
import type { ProgressRow } from './progressTable.ts'

// One file for both charts: loaded separately, their shared code, including recharts, would load with every screen.
export { YearsChart } from './YearsChart.tsx'

type MarksChartProps = { cards: ReportCard[]; rows: ProgressRow[] }
type Term = { mark: number | null; marks: (number | null)[] }

/** The results of each subject in terms of one curriculum, and the means. The table has the same data. */
export function MarksChart({ cards, rows }: MarksChartProps) {
  const curriculum = curriculumIn(cards[0])
  const terms = cards.map((card, place) => ({
    term: card.term,
    mark: countedMean(card),
    marks: rows.map(({ cells }) => placeIn(curriculum, cells, place) ?? null),
  }))
  return (
    <ChartFrame
      sentence={chartSentence(cards, rows)}
      height={290}
      curriculum={curriculum}
      terms={terms}
      marks={terms.flatMap(({ mark, marks }) => marks.concat(mark))}
      ends={lineEnds(cards, rows)}
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
          className={fallenAt(curriculum, cells) < 0 ? classes.subject : classes.fallen}
          dataKey={({ marks }: Term) => marks[row]}
          dot={subjectDot(curriculum, cells)}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
    </ChartFrame>
  )
}

/** A triangle for a result that fell, a dot for one without a line or at a shared level, else nothing. */
const subjectDot =
  (curriculum: CurriculumName, cells: ProgressRow['cells']) =>
  ({ cx, cy, index }: DotItemDotProps) => {
    const isDrawn = (place: number) => placeIn(curriculum, cells, place) !== undefined
    if (cx === undefined || cy === undefined || !isDrawn(index)) return null
    if (hasFallen(curriculum, cells, index))
      return <path key={index} className={classes.fallenEnd} d={`m${cx - 5} ${cy - 4}h10l-5 8z`} />
    const isAlone = !isDrawn(index - 1) && !isDrawn(index + 1)
    return isAlone || countsPoints(curriculum) ? (
      <circle key={index} className={classes.alone} cx={cx} cy={cy} r={2} />
    ) : null
  }
