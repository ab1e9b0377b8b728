import {
  CartesianGrid,
  DefaultZIndexes,
  Line,
  LineChart,
  ResponsiveContainer,
  usePlotArea,
  useYAxisScale,
  YAxis,
  ZIndexLayer,
} from 'recharts'
import type { ReactNode } from 'react'
import { countsPoints, type CurriculumName, curriculumOf } from '#contract/curricula.ts'
import { type ChartAxis, chartAxis, type LineEnd, spread } from './marksChart.ts'
import classes from './MarksChart.module.css'

/** The right margin has room for the names at the ends of the lines, the top margin for the title of the axis. */
const endsMargin = { top: 28, right: 108, bottom: 0, left: 0 }
const bandsMargin = { ...endsMargin, top: 4, right: 120 }

const dot = { r: 4.5, fill: 'var(--el-surface)', stroke: 'var(--el-primary)', strokeWidth: 2.5 }

type ChartFrameProps = {
  /** The text description of the chart, for screen readers. */
  sentence: string
  height: number
  /** Decides on the axis. */
  curriculum: CurriculumName
  terms: { mark: number | null }[]
  /** All values that are drawn. */
  marks: (number | null)[]
  ends: LineEnd[]
  margin?: typeof endsMargin
  /** The axis of terms, and other lines. */
  children: ReactNode
}

/** Terms from left to right and the means as a line, without animation or interaction. */
export function ChartFrame(props: ChartFrameProps) {
  const { sentence, height, curriculum, terms, marks, ends, children } = props
  const places = marks.filter((mark) => mark !== null)
  const axis = chartAxis(curriculum, places)
  const { margin = axis.bands.length > 0 ? bandsMargin : endsMargin } = props
  // Without marks, an axis of marks is not drawn.
  const isBare = places.length === 0 && axis.bands.length === 0
  return (
    <div className={classes.chart}>
      <ResponsiveContainer width="100%" height={height}>
        <LineChart
          data={terms}
          margin={margin}
          accessibilityLayer={false}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it contains an svg
          role="img"
          aria-label={sentence}
        >
          <Bands axis={axis} margin={margin.right} />
          {!isBare && (
            <CartesianGrid
              vertical={false}
              stroke="var(--el-line)"
              syncWithTicks={countsPoints(curriculum)}
            />
          )}
          <YAxis
            domain={[axis.low, axis.high]}
            ticks={axis.ticks}
            tickFormatter={axis.tick}
            width={30}
            interval={0}
            axisLine={false}
            tickLine={false}
            hide={isBare}
          />
          {children}
          {curriculumOf(curriculum).hasMean && (
            <Line
              className={classes.mean}
              dataKey="mark"
              dot={dot}
              activeDot={false}
              isAnimationActive={false}
            />
          )}
          <LineEnds ends={ends} axis={axis} margin={margin.right} />
          {axis.title && !isBare && (
            <text className={classes.scale} y={10}>
              {axis.title}
            </text>
          )}
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}

type OnAxisProps = {
  axis: ChartAxis
  /** Right of the plot. */
  margin: number
}

/** Shades every other band, including the names at the right. */
function Bands({ axis: { bands }, margin }: OnAxisProps) {
  const plot = usePlotArea()
  const scale = useYAxisScale()
  if (!plot || !scale) return null
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.grid - 1}>
      {bands
        .filter((_band, index) => index % 2 === 0)
        .map(({ name, low, high }) => {
          const [top = 0, bottom = 0] = [scale(high + 0.5), scale(low - 0.5)]
          return (
            <rect
              key={name}
              className={classes.band}
              x={plot.x}
              y={top}
              width={plot.width + margin}
              height={bottom - top}
            />
          )
        })}
    </ZIndexLayer>
  )
}

const GAP = 16
/** Pixels from the end of the plot to the name. */
const AWAY = 8
/** Pixels from the middle of a line of text down to its baseline. */
const FOOT = 4

/**
 * The names at the right ends of the lines and of the bands at the right edge, each as near to its value as the
 * others allow.
 */
function LineEnds({ ends, axis, margin }: OnAxisProps & { ends: LineEnd[] }) {
  const plot = usePlotArea()
  const scale = useYAxisScale()
  if (!plot || !scale) return null
  const middles = axis.bands.map(({ low, high }) => (low + high) / 2)
  const wanted = [...ends.map(({ mark }) => mark), ...middles].map((place) => scale(place) ?? 0)
  const places = spread(wanted, GAP, { top: plot.y, bottom: plot.y + plot.height })
  const yOf = (index: number) => (places[index] ?? 0) + FOOT
  const right = plot.x + plot.width
  return (
    <>
      {ends.map(({ subject_id, name, mark, isLower }, index) => (
        <text
          key={subject_id ?? 'mean'}
          className={isLower ? classes.fallenName : classes.meanName}
          x={right + AWAY}
          y={yOf(index)}
        >
          {name} {axis.said(mark)}
        </text>
      ))}
      {axis.bands.map(({ name }, index) => (
        <text
          key={name}
          className={classes.scale}
          textAnchor="end"
          x={right + margin - AWAY}
          y={yOf(ends.length + index)}
        >
          {name}
        </text>
      ))}
    </>
  )
}
