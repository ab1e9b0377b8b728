import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useIsPhone } from '../ui/useIsPhone.ts'

/** On a phone, where an open letter takes the place of the list, and of the button that opened it. */
export function BackToLetters({ onBack }: { onBack: () => void }) {
  const isPhone = useIsPhone()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  if (!isPhone) return null
  return (
    <Button
      ref={button}
      variant="subtle"
      leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
      onClick={onBack}
    >
      All letters
    </Button>
  )
}
