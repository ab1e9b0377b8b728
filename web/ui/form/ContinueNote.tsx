import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Message } from '../Message.tsx'

type ContinueNoteProps = {
  /** Accepts what others changed, so that the next save may replace it. */
  onContinue: () => void
  children: ReactNode
}

/** Tells in a form what others changed since it was opened. Continue leads to the button that saves. */
export const ContinueNote = ({ onContinue, children }: ContinueNoteProps) => (
  <Message
    tone="note"
    action={
      <Button
        variant="default"
        onClick={({ currentTarget }) => {
          onContinue()
          currentTarget.form?.querySelector<HTMLElement>('button[type="submit"]')?.focus()
        }}
      >
        Continue
      </Button>
    }
  >
    {children} Your changes are kept.
  </Message>
)
