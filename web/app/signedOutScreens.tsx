import { useLoaderData, useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useCallback, useState } from 'react'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import type { PendingSignIn } from '../identity/authApi.ts'
import { ForgotPage } from '../identity/signIn/ForgotPage.tsx'
import { AuthScreen } from '../identity/signIn/AuthForm.tsx'
import { LoginPage } from '../identity/signIn/LoginPage.tsx'
import { PasswordPage, passwordTitle } from '../identity/signIn/PasswordPage.tsx'
import { call } from '../ui/call.ts'
import { Message } from '../ui/Message.tsx'
import type { SignedInUser } from '../ui/sessionUser.ts'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { tabMemory } from './browserMemory.ts'
import { useSession } from './session.ts'

const SecondStepPage = lazyComponent(
  () => import('../identity/secondStep/SecondStepPage.tsx'),
  'SecondStepPage',
)

export function LoginScreen() {
  usePageTitle('Sign in')
  const { notice, email } = useLocation().state
  const { begin } = useSession()
  const [pending, setPending] = useState(tabMemory.pendingSignIn)
  const [refusal, setRefusal] = useState<string>()
  const wait = (next: PendingSignIn | undefined) => {
    tabMemory.storePendingSignIn(next)
    setPending(next)
  }
  const back = (message?: string) => {
    // The session that waits for the second step ends, unless it is over already.
    if (!message) call('POST /api/logout').catch(() => undefined)
    setRefusal(message)
    wait(undefined)
  }
  // The route's guard opens the next screen as soon as the session has begun.
  const signedIn = (user: SignedInUser) => {
    tabMemory.storePendingSignIn(undefined)
    begin(user)
  }
  return pending ? (
    <Suspense>
      <SecondStepPage pending={pending} onSignedIn={signedIn} onBack={back} />
    </Suspense>
  ) : (
    <LoginPage
      notice={refusal ? { tone: 'note', text: refusal } : notice}
      email={email}
      onSignedIn={signedIn}
      onSecondStep={wait}
    />
  )
}

export function ForgotScreen() {
  usePageTitle('Forgot password')
  const navigate = useNavigate()
  const toLogin = useCallback(() => void navigate({ to: '/' }), [navigate])
  return <ForgotPage onDone={toLogin} />
}

export function PasswordScreen() {
  const link = useLoaderData({ from: '/signed-out/changepsw/$id' })
  const navigate = useNavigate()
  usePageTitle('user' in link ? passwordTitle(link.user) : 'Change Password')
  if ('refusal' in link)
    return (
      <AuthScreen title="Change Password" lead="This link is no longer valid." hasWayBack>
        <Message tone="bad">{link.refusal}</Message>
      </AuthScreen>
    )
  const { id, user } = link
  return (
    <PasswordPage
      linkId={id}
      user={user}
      onSaved={(text) => {
        const state = { notice: { tone: 'good', text }, email: user.email } as const
        void navigate({ to: '/', replace: true, state })
      }}
    />
  )
}
