import type { ReactNode } from 'react'
import classes from './Present.module.css'

/** The current value that a dialog is about to change. */
export const Present = ({ what, children }: { what: string; children: ReactNode }) => (
  <div className={classes.present}>
    <span className="el-ink-2">Current {what}</span>
    {children || 'None yet'}
  </div>
)
