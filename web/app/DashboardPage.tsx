import './mantineSignedIn.css'
import { notifyManager, type Query, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { ConfirmAgain } from '../identity/confirm/ConfirmAgain.tsx'
import { ImportJobs } from '../imports/ImportJobs.tsx'
import { Later } from '../ui/Later.tsx'
import { LikelyDialogs } from '../ui/modal/lazyDialog.tsx'
import { SilenceNotice } from '../ui/SilenceNotice.tsx'
import { ConfirmSessionContext, SessionUserContext, type SignedInUser } from '../ui/sessionUser.ts'
import classes from './DashboardPage.module.css'
import { Uploads } from './Uploads.tsx'
import { InactivityModal } from './InactivityModal.tsx'
import { NavBar } from './nav/NavBar.tsx'
import { createQueryClient } from './queryClient.ts'
import { RequiredSetUp, SecondStepNotice, SignInNotice, useMustSetUp } from './secondStep.tsx'
import { useCurrentUser, useSession } from './session.ts'
import { usePageFocus } from './usePageFocus.ts'

export function DashboardPage() {
  const user = useCurrentUser()
  // Undefined after a session has ended, until Login is shown.
  return (
    user && (
      <Later>
        <SignedIn key={`${user.id} ${user.role}`} user={user} />
      </Later>
    )
  )
}

/** Mounted for one user's session, so that the query client and its cache end with the session. */
function SignedIn({ user }: { user: SignedInUser }) {
  const { refresh } = useSession()
  const [client] = useState(createQueryClient)
  const setUp = useMustSetUp(user)
  const main = useRef<HTMLElement>(null)
  usePageFocus(main)
  return (
    <SessionUserContext value={user}>
      <ConfirmSessionContext value={refresh}>
        <QueryClientProvider client={client}>
          <Uploads>
            <a href="#content" className={classes.skip} data-screen-only>
              Skip to content
            </a>
            <NavBar hasMenus={!setUp.isOpen} />
            <main ref={main} id="content" tabIndex={-1} className={classes.page}>
              {setUp.isOpen ? (
                <RequiredSetUp onDone={setUp.close} />
              ) : (
                <ImportJobs>
                  <SignInNotice />
                  <SecondStepNotice />
                  <Outlet />
                </ImportJobs>
              )}
            </main>
          </Uploads>
          <QuerySilence />
          <LikelyDialogs />
          <ConfirmAgain />
          <InactivityModal />
        </QueryClientProvider>
      </ConfirmSessionContext>
    </SessionUserContext>
  )
}

/** Shows, on every screen without data, that the server does not answer. Any answer removes the notice. */
function QuerySilence() {
  const cache = useQueryClient().getQueryCache()
  const answers = useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]),
    () => {
      const queries = cache.getAll()
      return queries.some(isAwaited) ? queries.reduce((sum, query) => sum + answersOf(query), 0) : undefined
    },
  )
  return answers !== undefined && <SilenceNotice key={answers} />
}

const isAwaited = (query: Query) =>
  query.isActive() &&
  query.state.fetchStatus === 'fetching' &&
  query.state.data === undefined &&
  !(query.meta?.['saysFailure'] && query.state.errorUpdateCount > 0)

const answersOf = ({ state }: Query) => state.dataUpdateCount + state.errorUpdateCount
