import { createRouter } from '@tanstack/react-router'
import { parseSearch, safeNext, stringifySearch } from './address.ts'
import { PanelFault } from './FaultPage.tsx'
import { routes } from './routes.ts'
import type { Session, SessionEvent } from './session.ts'

type Router = ReturnType<typeof createAppRouter>

export const createAppRouter = (session: Session) =>
  createRouter({
    routeTree: routes,
    context: { session },
    parseSearch,
    stringifySearch,
    search: { strict: true },
    notFoundMode: 'root',
    defaultErrorComponent: PanelFault,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: Router
  }
  interface HistoryState {
    /** The notice on Login for a user who was redirected there. */
    notice?: { tone: 'good' | 'note'; text: string }
    /** The email to fill in on Login. It is not in the address, which others may see. */
    email?: string
  }
}

const notices: Partial<Record<SessionEvent, string>> = {
  inactive: 'You were logged out due to inactivity. Sign in to continue where you were.',
  expired: 'Your session has ended. Sign in to continue where you were.',
}

/** Updates the open screen when any tab begins or ends the session. */
export function followSession(session: Session, router: Router): void {
  session.onEvent((event) => {
    // The guards run again for this address and user.
    if (event === 'began' || event === 'changed') void router.invalidate()
    else leaveFor(router, event)
  })
}

function leaveFor(router: Router, event: SessionEvent): void {
  const text = notices[event]
  void router.navigate({
    to: '/',
    replace: true,
    search: { next: text && safeNext(router.state.location.href) },
    state: { notice: text ? { tone: 'note', text } : undefined },
    // A logout has asked before, and an ended session cannot be kept.
    ignoreBlocker: true,
  })
}
