import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { formatMoment, formatTime } from '../formatDate.ts'
import { Message } from '../Message.tsx'
import type { Kept } from './draftKeeper.ts'
import classes from './DraftOffer.module.css'

type DraftOfferProps = {
  savedAt: string
  /** What else to know about it, in a sentence. */
  note: string | undefined
  /** Whether something else is typed in the form already. */
  isOverTyped: boolean
  onContinue: () => void
  onDiscard: () => void
}

const FIELDS = 'fieldset :is(input, select, textarea):enabled'

/** What was typed before and not saved: until it is answered, the form's fields rest. */
export function DraftOffer({ savedAt, note, isOverTyped, onContinue, onDiscard }: DraftOfferProps) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const form = first.current?.form
    // Nobody is torn out of a field in which they are typing.
    const isTyping = before?.matches(FIELDS) ?? false
    if (!isTyping) first.current?.focus()
    // Answered, the question goes away with its buttons; what comes next is to type.
    return () => {
      const next = isTyping ? before : form?.querySelector(FIELDS)
      if (next instanceof HTMLElement) next.focus()
    }
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
      {note && ` ${note}`}
      {isOverTyped && ' To continue puts it in the place of what stands here.'}
    </Message>
  )
}

/** Left in a form's foot: that nothing typed can be lost any more. */
export const DraftHint = ({ kept: { at, isSent } }: { kept: Kept }) => (
  <span className={classes.hint}>
    <IconDeviceFloppy size={18} stroke={1.75} aria-hidden />
    {isSent ? `Draft saved ${formatTime(at)}` : 'Draft kept in this browser'}
  </span>
)
