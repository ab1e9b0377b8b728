import { Box, Button, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import paper from '../../ui/ruledPaper.module.css'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { type RecordKind, recordKinds } from '../recordKinds.ts'
import type { Queue } from './verifyApi.ts'
import { useVerifying } from './useVerifying.ts'
import { VerifyFoot } from './VerifyFoot.tsx'
import classes from './VerifyModal.module.css'
import { VerifyView } from './VerifyView.tsx'

/** Without `only` it starts with the record that has waited longest. */
type VerifyModalProps = Queue & {
  kind: RecordKind
  /** Other waiting records, to continue with at the end. */
  onward?: Onward | undefined
  onClose: () => void
}

type Onward = { word: string; go: () => void }

/** The records to verify, one after the other: the typed values beside the PDF. */
export function VerifyModal({ kind, only, time, start, onward, onClose }: VerifyModalProps) {
  const life = useModalLife(onClose)
  const verifying = useVerifying(kind, { only, time, start }, life.close)
  const [isReturning, setIsReturning] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { queue, record, refresh } = verifying
  const { row } = queue
  /** A student may have records of both kinds. */
  const shown = row?.of ?? kind
  const focusFacts = () => box.current?.querySelector<HTMLElement>('[data-facts]')?.focus()
  const startReturn = verifying.returnRecord && (() => setIsReturning(true))

  const askClose = () => {
    if (verifying.isBusy) return
    if (isReturning) {
      setIsReturning(false)
      focusFacts()
      return
    }
    refresh()
    life.close()
  }
  useVerifyKeys(
    box,
    isReturning
      ? {}
      : {
          next: verifying.toNext,
          previous: verifying.toPrevious,
          verify: verifying.verify ?? verifying.verifyTooEarly,
          returnRecord: startReturn,
          undo: verifying.undoByKey,
        },
  )

  const where = `${queue.position.number} of ${queue.position.total}`
  const isThrough = !queue.isLoading && row === undefined
  return (
    <ModalFrame
      life={life}
      title={`Verify ${recordKinds[shown].label}s`}
      badge={
        row && (
          <Box component="span" className="el-numbers" ml="s3" fz="ui" fw={400} lts={0} c="gray">
            {where}
          </Box>
        )
      }
      shape={isThrough ? 'question' : 'fill'}
      onAskClose={askClose}
      isDirty={isReturning}
    >
      <Stack ref={box} gap={0} flex={1} mih={0}>
        <VisuallyHidden component="output">
          {row && `${verifying.said} ${row.student}, ${where}`}
        </VisuallyHidden>
        {verifying.error && (
          <Box p={{ base: '16px var(--el-side) 0', sm: '0 var(--el-side) 16px' }}>
            <LoadFailure error={verifying.error} onRetry={verifying.retry} />
          </Box>
        )}
        {isThrough && !verifying.error ? (
          <AllVerified
            title={endTitle(only, onward && recordKinds[kind].name)}
            tally={verifying.tally}
            onward={onward}
            undo={verifying.undo}
            onClose={askClose}
          />
        ) : (
          <>
            <VerifyView
              kind={shown}
              row={row}
              record={record}
              pdf={verifying.pdf}
              refusal={verifying.refusal}
              onPdfOutcome={verifying.onPdfOutcome}
            />
            <VerifyFoot
              verifying={verifying}
              isReturning={isReturning}
              onReturn={startReturn}
              onReturned={() => {
                setIsReturning(false)
                focusFacts()
              }}
              onKeep={askClose}
            />
          </>
        )}
      </Stack>
    </ModalFrame>
  )
}

type VerifyKeys = Partial<
  Record<'next' | 'previous' | 'verify' | 'returnRecord' | 'undo', (() => void) | undefined>
>

const meanings: Record<string, keyof VerifyKeys> = {
  j: 'next',
  arrowright: 'next',
  k: 'previous',
  arrowleft: 'previous',
  v: 'verify',
  r: 'returnRecord',
  u: 'undo',
}

/** Keyboard shortcuts for verifying many records. They are off while the user types. */
function useVerifyKeys(inside: RefObject<HTMLElement | null>, keys: VerifyKeys): void {
  const latest = useRef(keys)
  // A layout effect, so that keys and buttons always do the same.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, repeat, ctrlKey, metaKey, altKey, defaultPrevented } = event
      const meaning = meanings[key.toLowerCase()]
      // The handle between marks and PDF has already handled its arrow keys.
      if (defaultPrevented || repeat || ctrlKey || metaKey || altKey) return
      if (!meaning || !(target instanceof HTMLElement)) return
      const dialog = inside.current?.closest('[role="dialog"]')
      if (target !== document.body && !dialog?.contains(target)) return
      if (target.closest('input, textarea, select')) return
      // The arrows scroll a PDF page that is wider than its box.
      if (key.startsWith('Arrow') && target.scrollWidth > target.clientWidth) return
      const act = latest.current[meaning]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [inside])
}

/** With `noun` if records of the other kind may wait. */
function endTitle(only: Queue['only'], noun: string | undefined): string {
  if (only?.length === 1) return 'This record no longer waits to be verified.'
  if (only) return 'These records no longer wait to be verified.'
  return `${noun ? `No other ${noun}` : 'Nothing else'} waits to be verified.`
}

type AllVerifiedProps = {
  title: string
  tally: { verified: number; returned: number }
  onward: Onward | undefined
  undo: ReactNode
  onClose: () => void
}

/** Shown when none of the records waits any more. */
function AllVerified({ title, tally: { verified, returned }, onward, undo, onClose }: AllVerifiedProps) {
  const titleId = useId()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Stack
      className={`${paper.paper} ${classes.end}`}
      gap={0}
      align="center"
      justify="center"
      flex={1}
      p="56px 24px"
    >
      <IconCircleCheck size={44} aria-hidden color="var(--el-green)" />
      <Box id={titleId} component="p" fz="h3" lh="28px" fw={600} m="12px 0 0">
        {title}
      </Box>
      {verified + returned > 0 && (
        <Text className="el-numbers" lh="28px" c="gray">
          {verified} verified, {returned} returned.
        </Text>
      )}
      {onward && (
        <Button ref={button} aria-describedby={titleId} onClick={onward.go}>
          {onward.word}
        </Button>
      )}
      <Button
        {...(onward ? { variant: 'default' } : { ref: button, 'aria-describedby': titleId })}
        onClick={onClose}
      >
        Close
      </Button>
      <div className={classes.undo}>{undo}</div>
    </Stack>
  )
}
