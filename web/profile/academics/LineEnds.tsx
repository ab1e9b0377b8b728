import { usePlotArea, useYAxisScale } from 'recharts'
import { markText } from '../../records/amounts.ts'
import classes from './MeansChart.module.css'
import { type LineEnd, spread } from './marksChart.ts'

const GAP = 16
/** From the last point to its name. */
const AWAY = 8
/** From the middle of a line of text down to its foot. */
const FOOT = 4

/** The names at the right ends of lines, each as near to its own as it can be. */
export function LineEnds({ ends }: { ends: LineEnd[] }) {
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
      {name} {markText(mark)}
    </text>
  ))
}
