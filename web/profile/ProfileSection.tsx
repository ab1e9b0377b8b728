import { type ReactNode, useId } from 'react'
import classes from './ProfileSection.module.css'
import view from './ProfileView.module.css'

type ProfileSectionProps = {
  title: string
  /** Such as the years to choose from, right of the title. */
  tools?: ReactNode
  children: ReactNode
}

/** One card on the right of a profile. */
export function ProfileSection({ title, tools, children }: ProfileSectionProps) {
  const id = useId()
  return (
    <section className={`${view.card} ${classes.section}`} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {tools}
      </div>
      {children}
    </section>
  )
}
