import type { DotItemDotProps } from 'recharts'
import classes from './MeansChart.module.css'
import type { ProgressRow } from './progressTable.ts'

/** Points down where a subject fell, and shows a mark that no line reaches; else there is nothing but the line. */
export const subjectDot =
  (cells: ProgressRow['cells']) =>
  ({ cx, cy, index }: DotItemDotProps) => {
    const cell = cells[index]
    if (cx === undefined || cy === undefined || cell?.mark === undefined) return null
    if (cell.isLower)
      return <path key={index} className={classes.fallenEnd} d={`m${cx - 5} ${cy - 4}h10l-5 8z`} />
    const isAlone = cells[index - 1]?.mark === undefined && cells[index + 1]?.mark === undefined
    return isAlone ? <circle key={index} className={classes.alone} cx={cx} cy={cy} r={2} /> : null
  }
