import './mantineSignedIn.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SessionUser } from '#contract/auth.ts'
import { discardImports, ImportJobs } from '../imports/ImportJobs.tsx'
import { Later } from '../ui/Later.tsx'
import { ConfirmSessionContext, SessionUserContext } from '../ui/sessionUser.ts'
import classes from './DashboardPage.module.css'
import { Uploads } from './Uploads.tsx'
import { InactivityModal } from './InactivityModal.tsx'
import { NavBar } from './NavBar.tsx'
import { createQueryClient } from './queryClient.ts'
import { QuerySilence } from './QuerySilence.tsx'
import { useCurrentUser, useSession } from './session.ts'

export function DashboardPage() {
  const user = useCurrentUser()
  const { onEvent } = useSession()
  useEffect(() => onEvent((event) => event === 'logout' && discardImports()), [onEvent])
  // Undefined after a session has ended, until Login is shown.
  return user && <SignedIn key={`${user.id} ${user.role}`} user={user} />
}

/** Mounted for one user's session, so that the query client and its cache end with the session. */
function SignedIn({ user }: { user: SessionUser }) {
  const { refresh } = useSession()
  const [client] = useState(createQueryClient)
  return (
    <SessionUserContext value={user}>
      <ConfirmSessionContext value={refresh}>
        <QueryClientProvider client={client}>
          <Uploads>
            <a href="#content" className={classes.skip} data-screen-only>
              Skip to content
            </a>
            <NavBar />
            <main id="content" tabIndex={-1} className={classes.page}>
              <ImportJobs>
                <Later>
                  <Outlet />
                </Later>
              </ImportJobs>
            </main>
          </Uploads>
          <QuerySilence />
          <InactivityModal />
        </QueryClientProvider>
      </ConfirmSessionContext>
    </SessionUserContext>
  )
}
