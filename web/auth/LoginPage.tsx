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
  const { field, isSending, refusal, formProps } = useAuthForm(
    loginForm,
    { email, password: '' },
    async (values) => onSignedIn(await login(values)),
  )

  return (
    <AuthForm
      title="Sign in"
      lead="Use your email and password."
      notice={refusal ? { tone: 'bad', text: refusal } : notice}
      formProps={formProps}
      isSending={isSending}
      verb="Sign in"
      verbWhileSending="Signing in …"
    >
      <EmailField {...field('email')} />
      <div className={classes.password}>
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        {/* After the field, so that Tab leads from the email straight to the password. */}
        <Link to="/forgotpsw" className={classes.forgot}>
          Forgot password?
        </Link>
      </div>
    </AuthForm>
  )
}
