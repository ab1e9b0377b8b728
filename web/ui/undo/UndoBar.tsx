import { Box } from '@mantine/core'
import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks'
import { type TablerIcon, IconArrowBackUp, IconX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import classes from './UndoBar.module.css'

/** How long a change can be undone, not counting the time while the pointer or the focus is on the bar. */
const SECONDS = 10

export type UndoBarProps = {
  icon: TablerIcon
  /** `Form cleared.` */
  done: string
  /** The record that was changed, or the consequence. */
  about?: string | undefined
  /** Above the foot of a dialog, or at the end of a page. */
  placement?: 'foot' | 'page' | undefined
  /** The keyboard shortcut for Undo. */
  shortcut?: string | undefined
  /** Undefined once there is nothing left to undo. */
  onUndo: (() => void) | undefined
  isUndoing: boolean
  onClose: () => void
}

/** Shows what was just done and offers to undo it. It never moves the focus to itself. */
export function UndoBar(props: UndoBarProps) {
  const { icon: Icon, done, about, placement = 'foot', shortcut, onUndo, isUndoing, onClose } = props
  const before = useRef<EventTarget>(null)
  const { hovered, ref: hover } = useHover()
  const { focused, ref: focus } = useFocusWithin({
    onFocus: ({ relatedTarget }) => {
      before.current = relatedTarget
    },
  })
  const bar = useRef<HTMLElement>(null)
  const ref = useMergedRef(bar, hover, focus)
  useLayoutEffect(() => {
    const own = bar.current
    return () => {
      // The focused button is about to be removed.
      if (own?.contains(document.activeElement) && before.current instanceof HTMLElement)
        before.current.focus()
    }
  }, [])
  const isPaused = hovered || focused || isUndoing
  const left = useCountdown(isPaused, onClose)
  return (
    <section ref={ref} aria-label="Undo" className={classes.bar} data-placement={placement} data-screen-only>
      <Icon size={18} aria-hidden />
      <output className="el-grow">
        <b className="el-strong">{done}</b> {about}
      </output>
      <Box component="span" className="el-sm el-numbers" opacity={0.8} aria-hidden>
        {isPaused ? 'Paused' : `${left}\u00A0s`}
      </Box>
      {onUndo && (
        <button
          type="button"
          className={classes.undo}
          aria-keyshortcuts={shortcut}
          aria-disabled={isUndoing}
          onClick={onUndo}
        >
          <IconArrowBackUp size={18} aria-hidden />
          Undo
          {shortcut && (
            <kbd className="el-key" aria-hidden>
              {shortcut}
            </kbd>
          )}
        </button>
      )}
      <button type="button" className={classes.button} aria-label="Dismiss" onClick={onClose}>
        <IconX size={18} aria-hidden />
      </button>
    </section>
  )
}

function useCountdown(isPaused: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(SECONDS)
  useEffect(() => {
    if (isPaused) return undefined
    const counting = setInterval(() => setLeft((seconds) => seconds - 1), 1_000)
    return () => clearInterval(counting)
  }, [isPaused])
  useEffect(() => {
    if (left <= 0) onEnd()
  }, [left, onEnd])
  return left
}
