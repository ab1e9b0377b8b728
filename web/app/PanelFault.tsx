import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { HttpError } from '../ui/http.ts'
import { Message } from '../ui/Message.tsx'

type PanelFaultProps = { error: unknown }

/** A panel or a form that could not be loaded or drawn, while what is around it still stands. */
export function PanelFault({ error }: PanelFaultProps) {
  return (
    <Message
      tone="bad"
      action={
        <Button variant="default" onClick={() => window.location.reload()}>
          Load again
        </Button>
      }
    >
      {error instanceof HttpError
        ? error.message
        : 'This page could not be opened. Loading it again often helps.'}
    </Message>
  )
}
