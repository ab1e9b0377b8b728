import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { PASSWORD_MIN, PASSWORD_SPECIALS, passwordRules } from '#contract/auth.ts'
import classes from './PasswordRules.module.css'

const wordings: Record<keyof typeof passwordRules, string> = {
  isLongEnough: `${PASSWORD_MIN} characters or more`,
  hasBothCases: 'Uppercase and lowercase',
  hasDigit: 'A number',
  hasSpecial: `One of ${PASSWORD_SPECIALS}`,
}

const rules = Object.keys(wordings) as (keyof typeof passwordRules)[]

type PasswordRulesProps = { password: string }

/** Ticks the rules off while a new password is typed. */
export function PasswordRules({ password }: PasswordRulesProps) {
  return (
    <ul className={classes.rules}>
      {rules.map((rule) => {
        const isMet = passwordRules[rule](password)
        const Icon = isMet ? IconCircleCheck : IconCircleDashed
        return (
          <li key={rule} data-met={isMet}>
            <Icon size={16} aria-hidden />
            {wordings[rule]}
            <VisuallyHidden>{isMet ? ', met' : ', not met'}</VisuallyHidden>
          </li>
        )
      })}
    </ul>
  )
}
