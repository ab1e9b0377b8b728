import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { loginForm, type SessionUser } from '#contract/auth.ts'
import { login } from './authApi.ts'
import { AuthForm, EmailField, useAuthForm } from './AuthForm.tsx'
import classes from './LoginPage.module.css'
import { PasswordField } from './PasswordField.tsx'

type LoginPageProps = {
  /** Why the user is here, such as a password that was just saved. */
  notice: { tone: 'good' | 'note'; text: string } | undefined
  /** The email of the account whose password was just saved. */
  email: string | undefined
  onSignedIn: (user: SessionUser) => void
}

export function LoginPage({ notice, email = '', onSignedIn }: LoginPageProps) {
  const form = useAuthForm(loginForm, { email, password: '' }, async (values) =>
    onSignedIn(await login(values)),
  )

  return (
    <AuthForm
      title="Sign in"
      lead="Use your email and password."
      form={form}
      notice={notice}
      verb="Sign in"
      verbWhileSending="Signing in …"
    >
      <EmailField {...form.field('email')} />
      <Box pos="relative">
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
        {/* After the field, so that Tab leads from the email straight to the password. */}
        <Link to="/forgotpsw" className={classes.forgot}>
          Forgot password?
        </Link>
      </Box>
    </AuthForm>
  )
}
