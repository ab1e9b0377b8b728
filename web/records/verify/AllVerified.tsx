import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import paper from '../../ui/exerciseBook.module.css'
import classes from './AllVerified.module.css'

type AllVerifiedProps = { tally: { verified: number; returned: number }; onClose: () => void }

/** The end of the pile. */
export function AllVerified({ tally: { verified, returned }, onClose }: AllVerifiedProps) {
  const title = useId()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className={`${paper.paper} ${classes.end}`}>
      <IconCircleCheck size={44} stroke={1.5} aria-hidden className={classes.tick} />
      <p id={title} className={classes.title}>
        Nothing else waits to be verified.
      </p>
      {verified + returned > 0 && (
        <p className={classes.tally}>
          {verified} verified, {returned} returned.
        </p>
      )}
      <Button ref={button} aria-describedby={title} onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
