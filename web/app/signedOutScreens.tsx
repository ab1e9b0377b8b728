import { useLoaderData, useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ForgotPage } from '../auth/ForgotPage.tsx'
import { LinkRefused } from '../auth/AuthForm.tsx'
import { LoginPage } from '../auth/LoginPage.tsx'
import { PasswordPage, passwordTitle } from '../auth/PasswordPage.tsx'
import { useSession } from './session.ts'
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
  if ('refusal' in link) return <LinkRefused message={link.refusal} />
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
