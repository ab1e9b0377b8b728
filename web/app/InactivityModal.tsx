import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconClockPause, IconLogout } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './InactivityModal.module.css'
import { minutesAndSeconds } from './minutesAndSeconds.ts'
import { signOut } from './session.ts'
import { useInactivity } from './useInactivity.ts'

/** The browser's own dialog, because it stands above any other modal that may be open. */
export function InactivityModal() {
  const { remaining, stay } = useInactivity()
  const id = useId()
  if (remaining === undefined) return null
  return (
    <dialog
      ref={openDialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-words`}
      className={classes.dialog}
      data-mantine-stop-propagation="true"
    >
      <div className={classes.body}>
        <span className={classes.icon}>
          <IconClockPause size={28} aria-hidden />
        </span>
        <div>
          <h2 id={`${id}-title`} className={classes.title}>
            Are you still there?
          </h2>
          <p id={`${id}-words`} className={classes.words}>
            You are about to be logged out due to Inactivity...
          </p>
          <p className={classes.countdown} role="timer">
            Logging out in <b>{minutesAndSeconds(remaining)}</b>
          </p>
        </div>
      </div>
      <footer className={classes.foot}>
        <Button
          variant="default"
          data-mantine-stop-propagation="true"
          leftSection={<IconLogout size={18} />}
          onClick={() => {
            // A question that the logout may ask stands below.
            stay()
            void signOut()
          }}
        >
          Logout
        </Button>
        {/* Any activity outside closes this too; Esc must not also close a form below. */}
        <Button data-autofocus data-mantine-stop-propagation="true" onClick={stay}>
          Stay signed in
        </Button>
      </footer>
    </dialog>
  )
}

function openDialog(dialog: HTMLDialogElement) {
  dialog.showModal()
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  // Closing gives the focus back to where it was.
  return () => dialog.close()
}
