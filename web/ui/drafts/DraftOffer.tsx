import { Box, Button, Group } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatMoment, formatTime } from '../formatDate.ts'
import { Message } from '../Message.tsx'
import type { Kept } from './draftSync.ts'

type DraftOfferProps = {
  savedAt: string
  /** A further sentence about the draft. */
  note: string | undefined
  /** Whether the user has already typed something else into the form. */
  isOverTyped: boolean
  onContinue: () => void
  onDiscard: () => void
}

const FIELDS = 'fieldset :is(input, select, textarea):enabled'

/** Offers an unsaved draft. The form's fields are disabled until the user continues or discards it. */
export function DraftOffer({ savedAt, note, isOverTyped, onContinue, onDiscard }: DraftOfferProps) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const form = first.current?.form
    // The focus stays in a field in which the user is typing.
    const isTyping = before?.matches(FIELDS) ?? false
    if (!isTyping) first.current?.focus()
    // The buttons are removed, so the focus moves to the first field.
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
      {isOverTyped && ' Continuing replaces what you have typed here.'}
    </Message>
  )
}

/** Offers to restore a form that was cleared within the last day. `onRestore` is undefined where Undo does the same. */
export const ClearedHint = ({ at, onRestore }: { at: string; onRestore: (() => void) | undefined }) => (
  <Hint>
    {onRestore ? (
      <Box
        component="button"
        type="button"
        className="el-link"
        mih="var(--el-touch)"
        ta="left"
        onClick={onRestore}
      >
        Restore what was cleared {formatTime(at)}
      </Box>
    ) : (
      'Undo restores the draft'
    )}
  </Hint>
)

/** Shows, on the left of a form's foot, that the typed values are stored as a draft. */
export const DraftHint = ({ kept: { at, isSent } }: { kept: Kept }) => (
  <Hint>{isSent ? `Draft saved ${formatTime(at)}` : 'Draft kept in this browser'}</Hint>
)

const Hint = ({ children }: { children: ReactNode }) => (
  <Group gap={6} wrap="nowrap" fz="sm" lh="sm" c="gray">
    <IconDeviceFloppy size={18} aria-hidden />
    {children}
  </Group>
)
