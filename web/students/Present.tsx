import type { ReactNode } from 'react'
import classes from './Present.module.css'

type PresentProps = { what: string; children: ReactNode }

/** What a dialog is about to change, as it is now. */
export const Present = ({ what, children }: PresentProps) => (
  <div className={classes.present}>
    <span>Current {what}</span>
    {children || 'None yet'}
  </div>
)
