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
  /** A further sentence about the draft. */
  note: string | undefined
  /** Whether something else has been typed into the form already. */
  isOverTyped: boolean
  onContinue: () => void
  onDiscard: () => void
}

const FIELDS = 'fieldset :is(input, select, textarea):enabled'

/** Offers what was typed before and not saved. The form's fields are disabled until the user answers. */
export function DraftOffer({ savedAt, note, isOverTyped, onContinue, onDiscard }: DraftOfferProps) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const form = first.current?.form
    // The focus stays in a field in which somebody is typing.
    const isTyping = before?.matches(FIELDS) ?? false
    if (!isTyping) first.current?.focus()
    // The answer removes the buttons, so the focus moves to the first field.
    return () => {
      const next = isTyping ? before : form?.querySelector(FIELDS)
      if (next instanceof HTMLElement) next.focus()
    }
  }, [])
  const buttons = (
    <>
      <Button ref={first} onClick={onContinue}>
        Continue
      </Button>
      <Button variant="default" onClick={onDiscard}>
        Discard
      </Button>
    </>
  )
  return (
    <Message tone="note" action={buttons}>
      Draft of {formatMoment(savedAt)}: continue or discard?
      {note && ` ${note}`}
      {isOverTyped && ' To continue puts it in the place of what stands here.'}
    </Message>
  )
}

/** Offers what was cleared within the last day, on the left of a form's foot. `onRestore` is undefined where Undo does. */
export const ClearedHint = ({ at, onRestore }: { at: string; onRestore: (() => void) | undefined }) => (
  <span className={classes.hint}>
    <IconDeviceFloppy size={18} stroke={1.75} aria-hidden />
    {onRestore ? (
      <button type="button" onClick={onRestore}>
        Restore what was cleared {formatTime(at)}
      </button>
    ) : (
      'Undo restores the draft'
    )}
  </span>
)

/** Says, on the left of a form's foot, that the typed values are kept as a draft. */
export const DraftHint = ({ kept: { at, isSent } }: { kept: Kept }) => (
  <span className={classes.hint}>
    <IconDeviceFloppy size={18} stroke={1.75} aria-hidden />
    {isSent ? `Draft saved ${formatTime(at)}` : 'Draft kept in this browser'}
  </span>
)
