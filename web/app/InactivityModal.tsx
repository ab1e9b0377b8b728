import { Button, Group, Text } from '@mantine/core'
import { IconClockPause, IconLogout } from '@tabler/icons-react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { INACTIVITY_LOGOUT_MS, INACTIVITY_WARNING_MS } from '#contract/identity/auth.ts'
import { StatementMark } from '../ui/Message.tsx'
import classes from './InactivityModal.module.css'
import { lastActivity } from './browserMemory.ts'
import { useSession } from './session.ts'

/** Uses the browser's own dialog, because it stays on top of every other modal. */
export function InactivityModal() {
  const { signOut } = useSession()
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
      <Group gap={16} wrap="nowrap" align="flex-start" p="24px 24px 20px">
        <StatementMark Icon={IconClockPause} tone="amber" />
        <div>
          <h2 id={`${id}-title`} className="el-h2">
            Are you still there?
          </h2>
          <Text id={`${id}-words`} size="body" c="gray" mt={4}>
            You are about to be logged out due to Inactivity...
          </Text>
          <Text className="el-numbers" size="body" mt={10} role="timer">
            Logging out in{' '}
            <Text span inherit fw={650}>
              {minutesAndSeconds(remaining)}
            </Text>
          </Text>
        </div>
      </Group>
      <Group component="footer" gap="s2" justify="flex-end" p="14px 24px" className="el-line">
        <Button
          variant="default"
          data-mantine-stop-propagation="true"
          leftSection={<IconLogout size={18} />}
          onClick={() => {
            // The logout may open a question, which this dialog would cover.
            stay()
            void signOut()
          }}
        >
          Logout
        </Button>
        {/* Any activity outside this dialog closes it too. Esc must not close a form under it as well. */}
        <Button data-autofocus data-mantine-stop-propagation="true" onClick={stay}>
          Stay signed in
        </Button>
      </Group>
    </dialog>
  )
}

function openDialog(dialog: HTMLDialogElement) {
  dialog.showModal()
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  // Closing the dialog returns the focus to where it was.
  return () => dialog.close()
}

/** Activity is shared with other tabs through the browser's storage; one write a second is enough. */
const WRITE_EVERY_MS = 1_000
/** Much shorter than the server's own idle limit of 15 minutes. */
const KEEP_ALIVE_EVERY_MS = 4 * 60_000
const TICK_MS = 1_000

const activityEvents = ['click', 'mousemove', 'scroll', 'keydown', 'touchstart', 'wheel'] as const

type Inactivity = {
  /** Milliseconds until the logout while the warning is shown, else undefined. */
  remaining: number | undefined
  stay: () => void
}

/**
 * Times are read from the clock, not counted by a timer, so that a laptop that slept is logged out as it wakes,
 * before a mouse movement counts as activity.
 */
function useInactivity(): Inactivity {
  const { confirm, signOut } = useSession()
  const [remaining, setRemaining] = useState<number>()
  /** Moving the mouse inside the warning counts as activity, but must not close the warning. */
  const isAnswering = useRef(false)
  const stay = useCallback(() => {
    isAnswering.current = false
    setRemaining(undefined)
  }, [])

  useEffect(() => {
    let lastKeptAlive = Date.now()
    let lastPointer = ''

    /** Ends the session when the time is up. Returns whether the session continues. */
    const check = (): boolean => {
      const last = lastActivity.read()
      if (last === undefined) return false
      const idle = Date.now() - last
      const isAsking = idle >= INACTIVITY_WARNING_MS || isAnswering.current
      setRemaining(isAsking ? INACTIVITY_LOGOUT_MS - idle : undefined)
      if (idle < INACTIVITY_LOGOUT_MS) return true
      void signOut('inactive')
      return false
    }

    const onActivity = (event: Event) => {
      if (event instanceof MouseEvent && event.type === 'mousemove') {
        // Browsers also fire pointer events when the page changes under a still pointer, as when the warning opens.
        const pointer = `${event.screenX} ${event.screenY}`
        if (pointer === lastPointer) return
        lastPointer = pointer
      }
      const wasAnswering = isAnswering.current
      isAnswering.current = isInsideWarning(event)
      const now = Date.now()
      const isWriteDue = now - (lastActivity.read() ?? now) >= WRITE_EVERY_MS
      if ((!isWriteDue && isAnswering.current === wasAnswering) || !check()) return
      lastActivity.write()
      check()
      if (now - lastKeptAlive < KEEP_ALIVE_EVERY_MS) return
      lastKeptAlive = now
      // A failed call changes nothing: the next call shows whether the session has ended.
      void confirm().catch(() => undefined)
    }

    const options = { capture: true, passive: true }
    for (const name of activityEvents) window.addEventListener(name, onActivity, options)
    document.addEventListener('visibilitychange', check)
    const stopWatching = lastActivity.watch(() => {
      // The user answered in another tab.
      isAnswering.current = false
      check()
    })
    const ticking = setInterval(check, TICK_MS)
    return () => {
      for (const name of activityEvents) window.removeEventListener(name, onActivity, options)
      document.removeEventListener('visibilitychange', check)
      stopWatching()
      clearInterval(ticking)
    }
  }, [confirm, signOut])

  return { remaining, stay }
}

/** Whether the event is inside the warning's content. The dialog's backdrop does not count, nor does Esc, which closes it. */
function isInsideWarning(event: Event): boolean {
  if (event instanceof KeyboardEvent && event.key === 'Escape') return false
  return event.target instanceof Element && event.target.closest('[role="alertdialog"] > *') !== null
}

/** A countdown in minutes and seconds: `8:42`. Part of a second counts as a whole one. */
export function minutesAndSeconds(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
