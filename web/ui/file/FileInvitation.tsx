import { IconCloudUpload } from '@tabler/icons-react'
import classes from './FileInvitation.module.css'

type FileInvitationProps = { what: string; isMultiple?: boolean; onPick: () => void }

/** The dashed zone. The file input carries its name and its keys, so to a screen reader it is only a picture. */
export function FileInvitation({ what, isMultiple = false, onPick }: FileInvitationProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the file input beside it is what keys reach
    <div className={classes.invitation} aria-hidden onClick={onPick}>
      <IconCloudUpload size={24} stroke={1.75} />
      <span>
        Drop {what} here or{' '}
        <span className={classes.link}>{isMultiple ? 'choose files' : 'choose a file'}</span>
      </span>
    </div>
  )
}
