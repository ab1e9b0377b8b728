import '@mantine/core/styles/Input.css'
import { TextInput, type TextInputProps } from '@mantine/core'

export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      size="md"
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="off"
      spellCheck={false}
      {...props}
    />
  )
}
