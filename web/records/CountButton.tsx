import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import classes from './CountButton.module.css'

type CountButtonProps = { icon: Icon; word: string; count: number; onClick: () => void }

/** Leads to what waits, and says how much that is. While there is nothing, there is nothing to press. */
export function CountButton({ icon: Icon, word, count, onClick }: CountButtonProps) {
  if (count === 0) return null
  return (
    <Button
      className={classes.button ?? ''}
      variant="default"
      leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
      rightSection={<span className={classes.count}>{count}</span>}
      onClick={onClick}
    >
      {word}
    </Button>
  )
}
