import classes from './Key.module.css'

/** The key that does what a button does. */
export const Key = ({ of }: { of: string }) => (
  <kbd className={classes.key} aria-hidden>
    {of}
  </kbd>
)
