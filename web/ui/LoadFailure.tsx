import { Button } from '@mantine/core'
import { Message } from './Message.tsx'

/** Why something could not be loaded, with a button to try again. */
export const LoadFailure = ({ error, onRetry }: { error: Pick<Error, 'message'>; onRetry: () => void }) => (
  <Message
    tone="bad"
    action={
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {error.message}
  </Message>
)
