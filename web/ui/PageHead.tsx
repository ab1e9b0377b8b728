import type { ReactNode } from 'react'
import classes from './PageHead.module.css'

type PageHeadProps = {
  title: string
  subtitle?: ReactNode
  /** The panel's buttons, the primary one last. */
  children?: ReactNode
}

export function PageHead({ title, subtitle, children }: PageHeadProps) {
  return (
    <div className={classes.head}>
      <div>
        <h1 className={classes.title}>{title}</h1>
        {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      <div className={classes.actions} data-screen-only>
        {children}
      </div>
    </div>
  )
}
