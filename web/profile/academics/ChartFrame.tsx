import { useElementSize } from '@mantine/hooks'
import type { ReactNode, SVGProps } from 'react'
import { countsPoints, type CurriculumName, curriculumOf } from '#contract/records/curricula.ts'
import { chartAxis, type ChartAxis, lineOf, type LineEnd, type Plot, spread } from './marksChart.ts'
import classes from './MarksChart.module.css'

/** Pixels around the plot: at the right is room for the names of lines, at the top for the title of the axis. */
const ROOM = {
  top: 28,
  topOfBands: 4,
  right: 108,
  rightOfBands: 120,
  rightWithoutNames: 12,
  left: 30,
  foot: 30,
}
/** Pixels from the middle of a line of text down to its baseline. */
const FOOT = 4

type ChartFrameProps = {
  /** The text description of the chart, for screen readers. */
  sentence: string
  height: number
  /** Decides on the axis. */
  curriculum: CurriculumName
  /** The mean of each term, if it has one; a gap of the line has none. */
  means: (number | null)[]
  /** All values that are drawn. */
  marks: (number | null)[]
  ends: LineEnd[]
  hasNames?: boolean
  /** The height of the labels below the plot. */
  foot?: number
  /** Free pixels before the first term and after the last. */
  padding: { left: number; right: number }
  /** The labels below the plot, and other lines. */
  children: (plot: Plot) => ReactNode
}

/** Terms from left to right and the means as a line, without animation or interaction. */
export function ChartFrame(props: ChartFrameProps) {
  const { sentence, height, curriculum, means, marks, ends, hasNames = true, foot = ROOM.foot } = props
  const { ref, width } = useElementSize()
  const values = marks.filter((mark) => mark !== null)
  const axis = chartAxis(curriculum, values)
  const hasBands = axis.bands.length > 0
  // Without marks, an axis of marks is not drawn.
  const isBare = values.length === 0 && !hasBands
  const names = hasBands ? ROOM.rightOfBands : ROOM.right
  const margin = hasNames ? names : ROOM.rightWithoutNames
  const [left, right] = [isBare ? 0 : ROOM.left, width - margin]
  const [top, bottom] = [hasNames && hasBands ? ROOM.topOfBands : ROOM.top, height - foot]
  const first = left + props.padding.left
  const step = (right - props.padding.right - first) / Math.max(means.length - 1, 1)
  const plot: Plot = {
    left,
    right,
    top,
    bottom,
    xOf: (position) => first + step * (means.length > 1 ? position : 0.5),
    yOf: (mark) => bottom - ((mark - axis.low) / (axis.high - axis.low)) * (bottom - top),
  }
  return (
    <div ref={ref} className={`el-numbers ${classes.chart}`} style={{ height }}>
      {width > 0 && (
        <svg role="img" aria-label={sentence} width={width} height={height}>
          {axis.bands.map(({ name, low, high }, index) => {
            const [y, end] = [plot.yOf(high + 0.5), plot.yOf(low - 0.5)]
            const across = right - left + margin
            return (
              index % 2 === 0 && (
                <rect key={name} fill="var(--el-sunken)" x={left} y={y} width={across} height={end - y} />
              )
            )
          })}
          {!isBare && <Scale axis={axis} plot={plot} hasEdges={!countsPoints(curriculum)} />}
          {props.children(plot)}
          {curriculumOf(curriculum).hasMean && <MeanLine means={means} plot={plot} />}
          <LineEnds ends={ends} axis={axis} plot={plot} margin={margin} />
        </svg>
      )}
    </div>
  )
}

export const ChartText = (props: SVGProps<SVGTextElement>) => (
  <text fill="var(--el-ink-3)" textAnchor="middle" {...props} />
)

type OnAxisProps = { axis: ChartAxis; plot: Plot }

/** The values of the axis, their lines, and what they measure. */
const Scale = ({ axis, plot, hasEdges }: OnAxisProps & { hasEdges: boolean }) => (
  <>
    {[...new Set([...axis.ticks, ...(hasEdges ? [axis.low, axis.high] : [])])].map((mark) => (
      <path key={mark} stroke="var(--el-line)" d={`M${plot.left} ${plot.yOf(mark)}H${plot.right}`} />
    ))}
    {axis.ticks.map((mark) => (
      <ChartText key={mark} textAnchor="end" x={plot.left - 8} y={plot.yOf(mark) + FOOT}>
        {axis.tick(mark)}
      </ChartText>
    ))}
    {axis.title && (
      <ChartText textAnchor="start" y={10}>
        {axis.title}
      </ChartText>
    )}
  </>
)

const MeanLine = ({ means, plot }: { means: (number | null)[]; plot: Plot }) => (
  <g fill="var(--el-surface)" stroke="var(--el-primary)" strokeWidth={2.5}>
    <path fill="none" strokeWidth={3} d={lineOf(means, plot)} />
    {means.map((mean, position) => {
      const x = plot.xOf(position)
      return mean !== null && <circle key={x} cx={x} cy={plot.yOf(mean)} r={4.5} />
    })}
  </g>
)

const GAP = 16
/** Pixels from the end of the plot to the name. */
const AWAY = 8

/**
 * The names at the right ends of the lines and of the bands at the right edge, each as near to its value as the
 * others allow.
 */
function LineEnds({ ends, axis, plot, margin }: OnAxisProps & { ends: LineEnd[]; margin: number }) {
  const middles = axis.bands.map(({ low, high }) => (low + high) / 2)
  const wanted = [...ends.map(({ mark }) => mark), ...middles].map(plot.yOf)
  const places = spread(wanted, GAP, plot)
  const yOf = (index: number) => (places[index] ?? 0) + FOOT
  return (
    <>
      {ends.map(({ subject_id, name, mark, isLower }, index) => (
        <text
          key={subject_id ?? 'mean'}
          className={isLower ? 'el-strong' : classes.meanName}
          fill={isLower ? 'var(--el-red)' : undefined}
          x={plot.right + AWAY}
          y={yOf(index)}
        >
          {name} {axis.said(mark)}
        </text>
      ))}
      {axis.bands.map(({ name }, index) => (
        <ChartText key={name} textAnchor="end" x={plot.right + margin - AWAY} y={yOf(ends.length + index)}>
          {name}
        </ChartText>
      ))}
    </>
  )
}
