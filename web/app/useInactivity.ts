import { useCallback, useEffect, useRef, useState } from 'react'
import { INACTIVITY_LOGOUT_MS, INACTIVITY_WARNING_MS } from '#contract/auth.ts'
import { lastActivity } from './lastActivity.ts'
import { confirmSession, signOut } from './session.ts'

/** Every tab hears of activity through the browser's storage; once a second is often enough to write. */
const WRITE_EVERY_MS = 1_000
/** Well within the server's own idle limit of 15 minutes. */
const KEEP_ALIVE_EVERY_MS = 4 * 60_000
const TICK_MS = 1_000

const signs = ['click', 'mousemove', 'scroll', 'keydown', 'touchstart', 'wheel'] as const

type Inactivity = {
  /** Milliseconds until the logout while the warning is due, else nothing. */
  remaining: number | undefined
  stay: () => void
}

/**
 * All times are the clock's and not counted, so that a laptop that slept is logged out on waking, before a hand
 * on the mouse counts as activity.
 */
export function useInactivity(): Inactivity {
  const [remaining, setRemaining] = useState<number>()
  /** Moving about inside the warning counts as activity, but must not take its buttons away. */
  const isAnswering = useRef(false)
  const stay = useCallback(() => {
    isAnswering.current = false
    setRemaining(undefined)
  }, [])

  useEffect(() => {
    let lastKeptAlive = Date.now()
    let lastPointer = ''

    /** Whether the session is still on; ends it otherwise. */
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
        // Browsers also report a pointer that rests while the page moves under it, as when the warning opens.
        const pointer = `${event.screenX} ${event.screenY}`
        if (pointer === lastPointer) return
        lastPointer = pointer
      }
      const wasAnswering = isAnswering.current
      isAnswering.current = isInsideWarning(event)
      const now = Date.now()
      const isNews = now - (lastActivity.read() ?? now) >= WRITE_EVERY_MS
      if ((!isNews && isAnswering.current === wasAnswering) || !check()) return
      lastActivity.write()
      check()
      if (now - lastKeptAlive < KEEP_ALIVE_EVERY_MS) return
      lastKeptAlive = now
      // Unanswered, it changes nothing: a session that has ended shows at the next call.
      void confirmSession().catch(() => undefined)
    }

    const options = { capture: true, passive: true }
    for (const sign of signs) window.addEventListener(sign, onActivity, options)
    document.addEventListener('visibilitychange', check)
    const stopWatching = lastActivity.watch(() => {
      // Somebody answered in another tab.
      isAnswering.current = false
      check()
    })
    const ticking = setInterval(check, TICK_MS)
    return () => {
      for (const sign of signs) window.removeEventListener(sign, onActivity, options)
      document.removeEventListener('visibilitychange', check)
      stopWatching()
      clearInterval(ticking)
    }
  }, [])

  return { remaining, stay }
}

/** Inside its content: what surrounds that belongs to the dialog as well. Esc leaves it. */
function isInsideWarning(event: Event): boolean {
  if (event instanceof KeyboardEvent && event.key === 'Escape') return false
  return event.target instanceof Element && event.target.closest('[role="alertdialog"] > *') !== null
}
