import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './ListEmpty.module.css'

type ListEmptyProps = {
  icon: TablerIcon
  title: string
  hint: string
  /** A button for the next step. */
  children?: ReactNode
}

/** Shown in place of rows: an empty page of the exercise book, and the reason. */
export function ListEmpty({ icon: Icon, title, hint, children }: ListEmptyProps) {
  return (
    <div className={classes.empty}>
      <div className={classes.page} aria-hidden>
        <span className={classes.mark}>
          <Icon size={28} stroke={1.75} />
        </span>
      </div>
      <div>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.hint}>{hint}</p>
        {children}
      </div>
    </div>
  )
}
