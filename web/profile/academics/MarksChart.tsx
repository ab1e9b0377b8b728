import {
  CartesianGrid,
  type DotItemDotProps,
  Line,
  LineChart,
  ResponsiveContainer,
  usePlotArea,
  useYAxisScale,
  XAxis,
  YAxis,
} from 'recharts'
import type { ReactNode } from 'react'
import { countedMean, type ReportCard, type ReportCardRow } from '#contract/reportCards.ts'
import { shownMark } from '../../records/amounts.ts'
import { axisOf, chartSentence, type LineEnd, lineEnds, spread, yearsSentence } from './marksChart.ts'
import classes from './MarksChart.module.css'
import type { ProgressRow } from './progressTable.ts'

type MarksChartProps = { cards: ReportCard[]; rows: ProgressRow[] }
type Term = { mark: number | null; marks: (number | null)[] }

/** The means of a year, and the marks of each subject. It shows nothing that the table does not. */
export function MarksChart({ cards, rows }: MarksChartProps) {
  const terms = cards.map((card, place) => ({
    term: card.term,
    mark: countedMean(card),
    marks: rows.map(({ cells }) => cells[place]?.mark ?? null),
  }))
  return (
    <MeansChart
      sentence={chartSentence(cards, rows)}
      height={290}
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

/** The means from a student's first term to the last. */
export const YearsChart = ({ cards }: { cards: ReportCardRow[] }) => (
  <MeansChart
    sentence={yearsSentence(cards)}
    height={190}
    terms={cards.map((card) => ({ id: card.id, mark: countedMean(card) }))}
    marks={cards.map(countedMean)}
    ends={lineEnds(cards, [])}
  >
    <XAxis
      dataKey="id"
      ticks={firstOfYears(cards)}
      tickFormatter={(id: number) => cards.find((card) => card.id === id)?.year ?? ''}
      interval={0}
      axisLine={false}
      tickLine={false}
      tickMargin={10}
      padding={{ left: 12, right: 4 }}
    />
  </MeansChart>
)

/** Each year is written once, under its first term. */
const firstOfYears = (cards: ReportCardRow[]) =>
  cards.filter(({ year }, place) => cards[place - 1]?.year !== year).map(({ id }) => id)

/** The margin on the right has room for the names at the ends of the lines, that above for the name of the scale. */
const margin = { top: 28, right: 108, bottom: 0, left: 0 }

const dot = { r: 4.5, fill: 'var(--el-surface)', stroke: 'var(--el-primary)', strokeWidth: 2.5 }

type MeansChartProps = {
  /** The whole chart in words, for screen readers. */
  sentence: string
  height: number
  terms: { mark: number | null }[]
  /** All marks that are drawn. */
  marks: (number | null)[]
  ends: LineEnd[]
  /** The axis of terms, and other lines. */
  children: ReactNode
}

/** The mean scores of terms as a line, without animation or interaction. */
function MeansChart({ sentence, height, terms, marks, ends, children }: MeansChartProps) {
  const { low, high, ticks } = axisOf(marks.filter((mark) => mark !== null))
  return (
    <div className={classes.chart}>
      <ResponsiveContainer width="100%" height={height}>
        <LineChart
          data={terms}
          margin={margin}
          accessibilityLayer={false}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- what it draws is an svg
          role="img"
          aria-label={sentence}
        >
          <CartesianGrid vertical={false} stroke="var(--el-line)" />
          <YAxis domain={[low, high]} ticks={ticks} width={30} axisLine={false} tickLine={false} />
          {children}
          <Line
            className={classes.mean}
            dataKey="mark"
            dot={dot}
            activeDot={false}
            isAnimationActive={false}
          />
          <LineEnds ends={ends} />
          <text className={classes.scale} y={10}>
            Mark out of 100
          </text>
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}

const GAP = 16
/** Pixels from the end of the plot to the name. */
const AWAY = 8
/** Pixels from the middle of a line of text down to its baseline. */
const FOOT = 4

/** The names at the right ends of the lines, each as near to its line as the others allow. */
function LineEnds({ ends }: { ends: LineEnd[] }) {
  const plot = usePlotArea()
  const scale = useYAxisScale()
  if (!plot || !scale) return null
  const wanted = ends.map(({ mark }) => scale(mark) ?? 0)
  const places = spread(wanted, GAP, { top: plot.y, bottom: plot.y + plot.height })
  return ends.map(({ subject_id, name, mark, isLower }, index) => (
    <text
      key={subject_id ?? 'mean'}
      className={isLower ? classes.fallenName : classes.meanName}
      x={plot.x + plot.width + AWAY}
      y={(places[index] ?? 0) + FOOT}
    >
      {name} {shownMark(mark)}
    </text>
  ))
}

/** A triangle for a mark that fell, a dot for a mark that no line reaches, and nothing for any other mark. */
const subjectDot =
  (cells: ProgressRow['cells']) =>
  ({ cx, cy, index }: DotItemDotProps) => {
    const cell = cells[index]
    if (cx === undefined || cy === undefined || cell?.mark === undefined) return null
    if (cell.isLower)
      return <path key={index} className={classes.fallenEnd} d={`m${cx - 5} ${cy - 4}h10l-5 8z`} />
    const isAlone = cells[index - 1]?.mark === undefined && cells[index + 1]?.mark === undefined
    return isAlone ? <circle key={index} className={classes.alone} cx={cx} cy={cy} r={2} /> : null
  }
