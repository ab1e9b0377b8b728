import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import classes from './ProfileSkeleton.module.css'
import view from './ProfileView.module.css'

const FACTS = 10

export const ProfileSkeleton = () => (
  <>
    <VisuallyHidden component="output">Loading the profile</VisuallyHidden>
    <div className={view.layout} aria-hidden>
      <div className={`${view.card} ${classes.card}`}>
        <span className={classes.photo} />
        {Array.from({ length: FACTS }, (_, fact) => (
          <span key={fact} className={classes.bar} />
        ))}
      </div>
      <div className={`${view.card} ${classes.card}`}>
        <span className={classes.bar} />
        <span className={classes.bar} />
        <span className={classes.bar} />
      </div>
    </div>
  </>
)
