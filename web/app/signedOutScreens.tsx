import { useLoaderData, useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ForgotPage } from '../auth/ForgotPage.tsx'
import { AuthScreen } from '../auth/AuthForm.tsx'
import { LoginPage } from '../auth/LoginPage.tsx'
import { PasswordPage, passwordTitle } from '../auth/PasswordPage.tsx'
import { useSession } from './session.ts'
import { Message } from '../ui/Message.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'

export function LoginScreen() {
  usePageTitle('Sign in')
  const { notice, email } = useLocation().state
  const { begin } = useSession()
  // The route's guard opens the next screen as soon as the session has begun.
  return <LoginPage notice={notice} email={email} onSignedIn={begin} />
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
