import { useEffect, useState } from 'react'
import { FORGOT_REDIRECT_MS, forgotForm } from '#contract/identity/auth.ts'
import { askForPasswordLink } from '../authApi.ts'
import { AuthForm, EmailField, useAuthForm } from './AuthForm.tsx'

export function ForgotPage({ onDone }: { onDone: () => void }) {
  const [success, setSuccess] = useState<string>()
  const form = useAuthForm(forgotForm, { email: '' }, async (values) =>
    setSuccess(await askForPasswordLink(values)),
  )

  useEffect(() => {
    if (!success) return undefined
    const redirect = setTimeout(onDone, FORGOT_REDIRECT_MS)
    return () => clearTimeout(redirect)
  }, [success, onDone])

  return (
    <AuthForm
      title="Submit Email to Change Password"
      lead="We will send a link to this address."
      form={form}
      notice={success ? { tone: 'good', text: success } : undefined}
      verb="Submit"
      verbWhileSending={success ? 'Sent' : 'Sending …'}
      hasWayBack
    >
      <EmailField {...form.field('email')} />
    </AuthForm>
  )
}
