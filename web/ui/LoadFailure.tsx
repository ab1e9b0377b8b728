import { Button, Group } from '@mantine/core'
import { Message } from './Message.tsx'

type LoadFailureProps = {
  error: Pick<Error, 'message'>
  onRetry: () => void
  /** Closes what could not be loaded. */
  onClose?: (() => void) | undefined
}

/** Why something could not be loaded, with a button to try again. */
export const LoadFailure = ({ error, onRetry, onClose }: LoadFailureProps) => (
  <Message
    tone="bad"
    action={
      <Group gap="s2">
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
        {onClose && (
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        )}
      </Group>
    }
  >
    {error.message}
  </Message>
)
