import type { ReactNode } from 'react'
import { CartesianGrid, Line, LineChart, ResponsiveContainer, YAxis } from 'recharts'
import { LineEnds } from './LineEnds.tsx'
import classes from './MeansChart.module.css'
import { axisOf, type LineEnd } from './marksChart.ts'

/** Right of the lines is room for the names at their ends. */
const margin = { top: 12, right: 108, bottom: 0, left: 0 }

const dot = { r: 4.5, fill: 'var(--el-surface)', stroke: 'var(--el-primary)', strokeWidth: 2.5 }

type MeansChartProps = {
  /** All that it shows, for those who do not see it. */
  sentence: string
  height: number
  terms: { mark: number | null }[]
  /** All marks that are drawn. */
  marks: (number | null)[]
  ends: LineEnd[]
  /** Which terms stand below, and other lines. */
  children: ReactNode
}

/** The mean scores of terms as a line. Nothing moves, and nothing answers a click. */
export function MeansChart({ sentence, height, terms, marks, ends, children }: MeansChartProps) {
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
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}
