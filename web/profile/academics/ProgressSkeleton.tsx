import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import classes from './ProgressSkeleton.module.css'

const ROWS = 8

export const ProgressSkeleton = () => (
  <>
    <VisuallyHidden component="output">Loading the report cards</VisuallyHidden>
    <div className={classes.rows} aria-hidden>
      {Array.from({ length: ROWS }, (_, row) => (
        <span key={row} className={classes.bar} />
      ))}
    </div>
  </>
)
