import classes from './OptionalLabel.module.css'

/** The label of a field that may stay empty. */
export const OptionalLabel = ({ children }: { children: string }) => (
  <>
    {children} <span className={classes.quiet}>optional</span>
  </>
)
