import { VisuallyHidden } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { type NotificationRow, termName } from '#contract/notifications.ts'
import {
  NotificationCount,
  notificationGroups,
  notificationStates,
  stateNames,
} from './notificationColumns.tsx'
import { TermLinks } from './TermLinks.tsx'
import classes from './Terms.module.css'

/** A term where there is no room for a table. */
export const TermCard = ({ row, send }: { row: NotificationRow; send: ReactNode }) => (
  <article className={`el-card ${classes.card}`}>
    <h2 className="el-h3">{termName(row)}</h2>
    <div className={classes.counts}>
      <span />
      {stateNames.map((state) => (
        <span key={state} aria-hidden className="el-ink-3">
          {notificationStates[state].word}
        </span>
      ))}
      {notificationGroups.map(({ prefix, title, short }) => (
        <Fragment key={prefix}>
          <span className={classes.kind}>
            <span aria-hidden>{short}</span>
            <VisuallyHidden>{title}</VisuallyHidden>
          </span>
          {stateNames.map((state) => (
            <NotificationCount key={state} state={state} count={row[`${prefix}_${state}`]} />
          ))}
        </Fragment>
      ))}
    </div>
    {send && (
      <>
        <div className={classes.send}>{send}</div>
        <div className={classes.links}>
          <TermLinks row={row} />
        </div>
      </>
    )}
  </article>
)
