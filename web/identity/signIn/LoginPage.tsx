import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { loginForm } from '#contract/identity/auth.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { focusOnMount } from '../../ui/modal/focusOnMount.ts'
import type { SignedInUser } from '../../ui/sessionUser.ts'
import { fetchPasskeyOptions, login, type PendingSignIn } from '../authApi.ts'
import { AuthForm, EmailField, useAuthForm } from './AuthForm.tsx'
import classes from './LoginPage.module.css'
import { PasswordField } from './PasswordField.tsx'

type LoginPageProps = {
  /** Why the user is here, such as a password that was just saved. */
  notice: { tone: 'good' | 'note'; text: string } | undefined
  /** The email of the account whose password was just saved. */
  email: string | undefined
  onSignedIn: (user: SignedInUser) => void
  /** The password is right, and a second step is due. */
  onSecondStep: (pending: PendingSignIn) => void
}

const PasskeySignIn = lazyComponent(() => import('../secondStep/PasskeySignIn.tsx'), 'PasskeySignIn')

export function LoginPage({ notice, email = '', onSignedIn, onSecondStep }: LoginPageProps) {
  const hasPasskeys = useHasPasskeys()
  const form = useAuthForm(loginForm, { email, password: '' }, async (values) => {
    const answer = await login(values)
    if ('kinds' in answer) onSecondStep(answer)
    else onSignedIn(answer)
  })

  return (
    <>
      <AuthForm
        title="Sign in"
        lead="Use your email and password."
        form={form}
        notice={notice}
        verb="Sign in"
        verbWhileSending="Signing in …"
      >
        <EmailField
          ref={email ? undefined : focusWithKeyboard}
          {...form.field('email')}
          autoComplete="username webauthn"
        />
        <Box pos="relative">
          <PasswordField
            ref={email ? focusWithKeyboard : undefined}
            label="Password"
            autoComplete="current-password"
            {...form.field('password')}
          />
          {/* After the field, so that Tab leads from the email straight to the password. */}
          <Link to="/forgotpsw" className={classes.forgot}>
            Forgot password?
          </Link>
        </Box>
      </AuthForm>
      {hasPasskeys && (
        <Suspense>
          <PasskeySignIn isOff={form.isSending} onSignedIn={onSignedIn} />
        </Suspense>
      )}
    </>
  )
}

/** Not on a touch screen, where the keyboard would cover half of the page before the user has read it. */
const focusWithKeyboard = (element: HTMLElement | null) => {
  if (window.matchMedia('(pointer: fine)').matches) focusOnMount(element)
}

/** Whether anybody has a passkey for this server. Without an answer the password alone is offered. */
function useHasPasskeys(): boolean {
  const [hasPasskeys, setHasPasskeys] = useState(false)
  useEffect(() => {
    fetchPasskeyOptions().then(
      (options) => setHasPasskeys(options !== undefined),
      () => undefined,
    )
  }, [])
  return hasPasskeys
}
