import { useForm } from '@mantine/form'
import { type LinkUser, passwordForm } from '#contract/auth.ts'
import { USER_NEW, userName } from '#contract/users.ts'
import { zodResolver } from '../ui/form/zodResolver.ts'
import { type LinkOwner, savePassword } from './authApi.ts'
import { AuthForm } from './AuthForm.tsx'
import classes from './AuthForm.module.css'
import { EmailField } from './EmailField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { PasswordRules } from './PasswordRules.tsx'
import { useSending } from './useSending.ts'

type PasswordPageProps = {
  linkId: string
  user: LinkOwner
  onSaved: (message: string) => void
}

export const passwordTitle = ({ status }: LinkUser) =>
  status === USER_NEW ? 'Create Password' : 'Change Password'

export function PasswordPage({ linkId, user, onSaved }: PasswordPageProps) {
  const title = passwordTitle(user)
  const form = useForm({
    initialValues: { password: '', c_password: '' },
    validate: zodResolver(passwordForm),
  })
  const { isSending, refusal, formProps } = useSending(form, async (values) =>
    onSaved(await savePassword(linkId, values)),
  )

  return (
    <AuthForm
      title={title}
      lead={`Welcome, ${userName(user)}`}
      notice={refusal ? { tone: 'bad', text: refusal } : undefined}
      formProps={formProps}
      isSending={isSending}
      verb={title}
      hasWayBack
    >
      {/* Says whose password it is, also to a password manager. */}
      <EmailField className={classes.owner} value={user.email} readOnly />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={<PasswordRules password={form.values.password} />}
        descriptionProps={{ component: 'div' }}
        {...form.getInputProps('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...form.getInputProps('c_password')}
      />
    </AuthForm>
  )
}
