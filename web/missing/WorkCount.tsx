import classes from './WorkCount.module.css'

/** Zero is outlined, so that work stands out. */
export const WorkCount = ({ count }: { count: number }) => (
  <span className={classes.count} data-zero={count === 0 || undefined} aria-hidden={count === 0}>
    {count}
  </span>
)
