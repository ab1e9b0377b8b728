import classes from './WorkCount.module.css'

/** Zero is not shown. */
export const WorkCount = ({ count }: { count: number }) =>
  count > 0 && <span className={classes.count}>{count}</span>
