import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { Message } from '../shared/Message.tsx'

/** A panel that could not be loaded or drawn, while the nav around it still stands. */
export function PanelFault() {
  return (
    <Message
      tone="bad"
      action={
        <Button variant="default" onClick={() => window.location.reload()}>
          Load again
        </Button>
      }
    >
      This page could not be opened. Loading it again often helps.
    </Message>
  )
}
