import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'

type PrintButtonProps = {
  /** Whether there is nothing to print yet. */
  isOff?: boolean
}

/** Prints the PrintSheet beside it. */
export const PrintButton = ({ isOff = false }: PrintButtonProps) => (
  <Button
    variant="default"
    aria-disabled={isOff}
    leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden />}
    onClick={() => !isOff && window.print()}
  >
    Print
  </Button>
)
