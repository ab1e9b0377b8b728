import classes from './ProgressBar.module.css'

type ProgressBarProps = { label: string; percent: number; isTall?: boolean }

export const ProgressBar = ({ label, percent, isTall = false }: ProgressBarProps) => (
  <progress className={classes.bar} data-tall={isTall} aria-label={label} max={100} value={percent} />
)
