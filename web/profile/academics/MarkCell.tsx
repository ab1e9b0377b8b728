import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import { IconArrowDownRight } from '@tabler/icons-react'
import { markText } from '../../records/amounts.ts'
import classes from './MarkCell.module.css'
import type { Scored } from './progressTable.ts'

/** A mark with its grade beside it. */
export function MarkCell({ scored }: { scored: Scored | undefined }) {
  if (!scored) return <span className={classes.none}>–</span>
  const { mark, grade, isLower } = scored
  return (
    <span className={classes.cell} data-lower={isLower || undefined}>
      {isLower && (
        <>
          <IconArrowDownRight size={16} stroke={1.75} aria-hidden />
          <VisuallyHidden>Lower than Term 2</VisuallyHidden>
        </>
      )}
      <span className={classes.mark}>{mark !== undefined && markText(mark)}</span>
      <span className={classes.grade}>{grade}</span>
    </span>
  )
}
