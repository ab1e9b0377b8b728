import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import type { SessionUser } from '#contract/auth.ts'
import { HttpError } from '../ui/http.ts'
import { ConfirmSessionContext, SessionUserContext } from '../ui/sessionUser.ts'
import classes from './DashboardPage.module.css'
import { GalleryUploads } from './GalleryUploads.tsx'
import { InactivityModal } from './InactivityModal.tsx'
import { NavBar } from './NavBar.tsx'
import { useCurrentUser, useSession } from './session.ts'

export function DashboardPage() {
  const user = useCurrentUser()
  // None between the end of a session and the way to Login.
  return user && <SignedIn key={`${user.id} ${user.role}`} user={user} />
}

/** Lives as long as one user's session, and so does all that was fetched for them. */
function SignedIn({ user }: { user: SessionUser }) {
  const { refresh } = useSession()
  const [client] = useState(createQueryClient)
  return (
    <SessionUserContext value={user}>
      <ConfirmSessionContext value={refresh}>
        <QueryClientProvider client={client}>
          <GalleryUploads>
            <a href="#content" className={classes.skip}>
              Skip to content
            </a>
            <NavBar />
            <main id="content" tabIndex={-1} className={classes.page}>
              <Outlet />
            </main>
          </GalleryUploads>
          <InactivityModal />
        </QueryClientProvider>
      </ConfirmSessionContext>
    </SessionUserContext>
  )
}

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: {
        // The server may be on this very machine: only asking tells whether it can be reached.
        networkMode: 'always',
        refetchOnReconnect: true,
        // A refusal stays one; only a lost connection or a stumbling server deserves another try.
        retry: (failures, error) => failures < 2 && !(error instanceof HttpError && isRefusal(error.status)),
      },
    },
  })

const isRefusal = (status: number) => status >= 400 && status < 500
