import type { ReactNode } from 'react'
import classes from './Present.module.css'

type PresentProps = { what: string; children: ReactNode }

/** The current value that a dialog is about to change. */
export const Present = ({ what, children }: PresentProps) => (
  <div className={classes.present}>
    <span className="el-ink-2">Current {what}</span>
    {children || 'None yet'}
  </div>
)
