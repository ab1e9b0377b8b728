import { countsPoints, type CurriculumName } from '#contract/records/curricula.ts'
import { countedMean, type ReportCard } from '#contract/records/reportCards.ts'
import { ChartFrame, ChartText } from './ChartFrame.tsx'
import {
  chartSentence,
  type ChartTerm,
  curriculumIn,
  fallenAt,
  hasFallen,
  lineEnds,
  lineOf,
  axisValue,
  type Plot,
} from './marksChart.ts'
import classes from './MarksChart.module.css'
import type { ProgressRow } from './progressTable.ts'

type MarksChartProps = { cards: ReportCard[]; terms: ChartTerm<ReportCard>[]; rows: ProgressRow[] }

/** The results of each subject in terms of one curriculum, and the means. The table has the same data. */
export function MarksChart({ cards, terms, rows }: MarksChartProps) {
  const curriculum = curriculumIn(cards[0])
  const means = terms.map(({ card }) => card && countedMean(card)).map((mean) => mean ?? null)
  const subjects = rows.map((row) => {
    const cells = terms.map(({ card }) => card && row.cells[cards.indexOf(card)])
    const marks = cells.map((_cell, index) => axisValue(curriculum, cells, index) ?? null)
    return { ...row, cells, marks }
  })
  const missing = terms.flatMap(({ term, card }, index) => (card ? [] : [{ term, index }]))
  return (
    <ChartFrame
      sentence={chartSentence(
        cards,
        rows,
        missing.map(({ term }) => term),
      )}
      height={290}
      curriculum={curriculum}
      means={means}
      marks={subjects.flatMap(({ marks }) => marks).concat(means)}
      ends={lineEnds(cards, rows)}
      padding={{ left: 6, right: 4 }}
    >
      {(plot) => (
        <>
          {terms.map(({ term }, index) => (
            <ChartText key={term} x={plot.xOf(index)} y={plot.bottom + 25}>
              {term}
            </ChartText>
          ))}
          {missing.map(({ term, index }) => (
            <g key={term} fill="var(--el-red)">
              <path className={classes.missing} d={`M${plot.xOf(index)} ${plot.top}V${plot.bottom}`} />
              {/* On the left, where no line reaches. */}
              <text className="el-medium" textAnchor="end" x={plot.xOf(index) - 8} y={plot.top + 12}>
                Missing
              </text>
            </g>
          ))}
          {subjects.map(({ subject_id, cells, marks }) => (
            <g key={subject_id}>
              <path
                className={fallenAt(curriculum, cells) < 0 ? classes.subject : classes.fallen}
                d={lineOf(marks, plot)}
              />
              <SubjectDots curriculum={curriculum} cells={cells} marks={marks} plot={plot} />
            </g>
          ))}
        </>
      )}
    </ChartFrame>
  )
}

type SubjectDotsProps = {
  curriculum: CurriculumName
  cells: ProgressRow['cells']
  marks: (number | null)[]
  plot: Plot
}

/** A triangle for a result that fell, a dot for one without a line or at a shared level. */
const SubjectDots = ({ curriculum, cells, marks, plot }: SubjectDotsProps) =>
  marks.map((mark, index) => {
    if (mark === null) return null
    const [x, y] = [plot.xOf(index), plot.yOf(mark)]
    if (hasFallen(curriculum, cells, index))
      return <path key={x} fill="var(--el-red)" d={`m${x - 5} ${y - 4}h10l-5 8z`} />
    const isAlone = (marks[index - 1] ?? null) === null && (marks[index + 1] ?? null) === null
    return isAlone || countsPoints(curriculum) ? (
      <circle key={x} fill="var(--el-edge)" cx={x} cy={y} r={2} />
    ) : null
  })
