import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './PasswordField.module.css'

type PasswordFieldProps = PasswordInputProps & { autoComplete: 'current-password' | 'new-password' }

/** A password that can be made visible while it is typed. */
export function PasswordField(props: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false)
  return (
    <PasswordInput
      size="md"
      visible={isVisible}
      onVisibilityChange={setIsVisible}
      visibilityToggleIcon={VisibilityIcon}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': isVisible ? 'Hide password' : 'Show password' }}
      classNames={{ visibilityToggle: classes.toggle ?? '' }}
      maxLength={200}
      spellCheck={false}
      autoCapitalize="off"
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  )
}

const VisibilityIcon = ({ reveal }: { reveal: boolean }) =>
  reveal ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />
