import classes from './ProgressBar.module.css'

type ProgressBarProps = { label: string; percent: number }

/** How far a file is on its way. */
export const ProgressBar = ({ label, percent }: ProgressBarProps) => (
  <progress className={classes.bar} aria-label={label} max={100} value={percent} />
)
