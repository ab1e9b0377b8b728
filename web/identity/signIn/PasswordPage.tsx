import { VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import {
  type LinkUser,
  PASSWORD_MIN,
  PASSWORD_SPECIALS,
  passwordForm,
  passwordRules,
} from '#contract/identity/auth.ts'
import { USER_NEW, userName } from '#contract/users.ts'
import { type LinkOwner, savePassword } from '../authApi.ts'
import { AuthForm, EmailField, useAuthForm } from './AuthForm.tsx'
import { PasswordField } from './PasswordField.tsx'
import classes from './PasswordPage.module.css'

type PasswordPageProps = {
  linkId: string
  user: LinkOwner
  onSaved: (message: string) => void
}

export const passwordTitle = ({ status }: LinkUser) =>
  status === USER_NEW ? 'Create Password' : 'Change Password'

export function PasswordPage({ linkId, user, onSaved }: PasswordPageProps) {
  const title = passwordTitle(user)
  const form = useAuthForm(passwordForm, { password: '', c_password: '' }, async (typed) =>
    onSaved(await savePassword(linkId, typed)),
  )

  return (
    <AuthForm
      title={title}
      lead={`Welcome, ${userName(user)}`}
      form={form}
      verb={title}
      verbWhileSending="Saving …"
      hasWayBack
    >
      {/* Identifies the account, also to a password manager. */}
      <EmailField className={classes.owner} value={user.email} readOnly />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={<PasswordRules password={form.values.password} />}
        descriptionProps={{ component: 'div' }}
        {...form.field('password')}
      />
      <PasswordField label="Confirm password" autoComplete="new-password" {...form.field('c_password')} />
    </AuthForm>
  )
}

const wordings: Record<keyof typeof passwordRules, string> = {
  isLongEnough: `${PASSWORD_MIN} characters or more`,
  hasBothCases: 'Uppercase and lowercase',
  hasDigit: 'A number',
  hasSpecial: `One of ${PASSWORD_SPECIALS}`,
}

const rules = Object.keys(wordings) as (keyof typeof passwordRules)[]

/** Ticks the rules off while a new password is typed. */
function PasswordRules({ password }: { password: string }) {
  return (
    <ul className={classes.rules}>
      {rules.map((rule) => {
        const isMet = passwordRules[rule](password)
        const Icon = isMet ? IconCircleCheck : IconCircleDashed
        return (
          <li key={rule} className="el-row" data-met={isMet}>
            <Icon size={16} aria-hidden />
            {wordings[rule]}
            <VisuallyHidden>{isMet ? ', met' : ', not met'}</VisuallyHidden>
          </li>
        )
      })}
    </ul>
  )
}
