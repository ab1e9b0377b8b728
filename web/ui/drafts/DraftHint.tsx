import { IconDeviceFloppy } from '@tabler/icons-react'
import { formatTime } from '../formatDate.ts'
import classes from './DraftHint.module.css'
import type { Kept } from './draftKeeper.ts'

/** Left in a form's foot: that nothing typed can be lost any more. */
export const DraftHint = ({ kept: { at, isSent } }: { kept: Kept }) => (
  <span className={classes.hint}>
    <IconDeviceFloppy size={18} stroke={1.75} aria-hidden />
    {isSent ? `Draft saved ${formatTime(at)}` : 'Draft kept in this browser'}
  </span>
)
