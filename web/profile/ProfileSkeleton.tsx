import { VisuallyHidden } from '@mantine/core'
import classes from './Profile.module.css'

const FACTS = 10
const LINES = 3

/** The skeleton of a profile, while its code or its student loads. */
export const ProfileSkeleton = () => (
  <>
    <VisuallyHidden component="output">Loading the profile</VisuallyHidden>
    <div className={classes.layout} aria-hidden>
      <div className={`el-card ${classes.skeleton}`}>
        <span className={classes.photo} style={{ background: 'var(--el-grey-soft)' }} />
        <Bars count={FACTS} />
      </div>
      <div className={`el-card ${classes.skeleton}`}>
        <Bars count={LINES} />
      </div>
    </div>
  </>
)

/** Lines of text that are still to come. */
export const Bars = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, place) => <span key={place} className={classes.bar} />)
