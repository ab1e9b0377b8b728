import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatMoment } from '../formatDate.ts'
import { Message } from '../Message.tsx'
import classes from './DraftOffer.module.css'

type DraftOfferProps = { savedAt: string; onContinue: () => void; onDiscard: () => void }

/** What was typed before and not saved: until it is answered, the form's fields rest. */
export function DraftOffer({ savedAt, onContinue, onDiscard }: DraftOfferProps) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Nobody is torn out of a field in which they are typing.
    if (!document.activeElement?.matches('input, textarea, select')) first.current?.focus()
  }, [])
  const buttons = (
    <span className={classes.buttons}>
      <Button ref={first} onClick={onContinue}>
        Continue
      </Button>
      <Button variant="default" onClick={onDiscard}>
        Discard
      </Button>
    </span>
  )
  return (
    <Message tone="note" action={buttons}>
      Draft of {formatMoment(savedAt)}: continue or discard?
    </Message>
  )
}
