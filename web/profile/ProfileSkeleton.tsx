import { VisuallyHidden } from '@mantine/core'
import classes from './ProfileSkeleton.module.css'

const FACTS = 10
const LINES = 3

/** The skeleton of a profile, while its code or its student loads. */
export const ProfileSkeleton = () => (
  <>
    <VisuallyHidden component="output">Loading the profile</VisuallyHidden>
    <div className={classes.layout} aria-hidden>
      <div className={classes.card}>
        <span className={classes.photo} />
        <Bars count={FACTS} />
      </div>
      <div className={classes.card}>
        <Bars count={LINES} />
      </div>
    </div>
  </>
)

const Bars = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, place) => <span key={place} className={classes.bar} />)
