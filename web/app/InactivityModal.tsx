import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { Button, Modal } from '@mantine/core'
import { IconClockPause, IconLogout } from '@tabler/icons-react'
import { minutesAndSeconds } from './minutesAndSeconds.ts'
import classes from './InactivityModal.module.css'
import { signOut } from './session.ts'
import { useInactivity } from './useInactivity.ts'

/** Over any other modal. */
const Z_INDEX = 400

export function InactivityModal() {
  const remaining = useInactivity()
  return (
    <Modal.Root
      opened={remaining !== undefined}
      // Esc and a click outside are activity, which closes it already.
      onClose={() => undefined}
      size={480}
      centered
      zIndex={Z_INDEX}
      transitionProps={{ duration: 180, transition: 'fade' }}
    >
      <Modal.Overlay className={classes.overlay} />
      <Modal.Content className={classes.content} role="alertdialog">
        <div className={classes.body}>
          <span className={classes.icon}>
            <IconClockPause size={28} aria-hidden />
          </span>
          <div>
            <Modal.Title component="h2" className={classes.title}>
              Are you still there?
            </Modal.Title>
            <Modal.Body className={classes.words}>
              You are about to be logged out due to Inactivity...
            </Modal.Body>
            <p className={classes.countdown} role="timer">
              Logging out in <b>{minutesAndSeconds(remaining ?? 0)}</b>
            </p>
          </div>
        </div>
        <footer className={classes.foot}>
          <Button variant="default" leftSection={<IconLogout size={18} />} onClick={() => void signOut()}>
            Logout
          </Button>
          {/* The pressed key or button is the activity that keeps the session; Esc must not also close a form below. */}
          <Button data-autofocus data-mantine-stop-propagation="true">
            Stay signed in
          </Button>
        </footer>
      </Modal.Content>
    </Modal.Root>
  )
}
