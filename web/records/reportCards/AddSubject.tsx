import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { canAddLookups } from '#contract/permissions.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'

/** For a subject that nobody had before. */
export function AddSubject({ onClick }: { onClick: () => void }) {
  const { role } = useSessionUser()
  if (!canAddLookups(role)) return null
  return (
    <Button
      variant="subtle"
      leftSection={<IconBooks size={18} stroke={1.75} aria-hidden />}
      onClick={onClick}
    >
      Add Subject
    </Button>
  )
}
