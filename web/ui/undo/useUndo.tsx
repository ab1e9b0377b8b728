import { useHotkeys } from '@mantine/hooks'
import type { TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useCallback, useState } from 'react'
import { isUnreachable, messageOf } from '../http.ts'
import { UndoBar, type UndoBarProps } from './UndoBar.tsx'

type Undoable = {
  icon: TablerIcon
  done: string
  about?: string
  /** May return a sentence about the result, which the bar then shows. */
  undo?: (() => void) | (() => Promise<string | undefined>) | undefined
}

/** Offers to undo the last change: `bar` belongs after the button that made it. */
export function useUndo(look: Pick<UndoBarProps, 'placement' | 'shortcut'> = {}): {
  offer: (what: Undoable) => void
  /** Undoes the last change, as the bar's button does; undefined if nothing can be undone. */
  undo: (() => void) | undefined
  bar: ReactNode
} {
  const [offered, setOffered] = useState<Undoable & { number: number }>()
  const [isUndoing, setIsUndoing] = useState(false)
  // Each offer gets a new bar, with the full time.
  const offer = useCallback(
    (what: Undoable) => setOffered((before) => ({ ...what, number: (before?.number ?? 0) + 1 })),
    [],
  )
  const close = useCallback(() => setOffered(undefined), [])
  if (!offered) return { offer, undo: undefined, bar: null }

  const { number, undo, ...said } = offered
  /** Does not replace a newer offer. */
  const replace = (next?: Undoable) =>
    setOffered((now) => (now === offered ? next && { ...next, number: number + 1 } : now))
  const run = async () => {
    setIsUndoing(true)
    try {
      const done = await undo?.()
      replace(done ? { icon: said.icon, done } : undefined)
    } catch (error) {
      replace({ icon: said.icon, done: messageOf(error), undo: isUnreachable(error) ? undo : undefined })
    } finally {
      setIsUndoing(false)
    }
  }
  const onUndo = undo && (() => void (isUndoing || run()))
  return {
    offer,
    undo: onUndo,
    bar: <UndoBar key={number} {...said} {...look} {...{ onUndo, isUndoing }} onClose={close} />,
  }
}

/** U undoes, on a page or, with `isDialog`, in a dialog. A dialog above has its own keys. */
export function useUndoKey(undo: (() => void) | undefined, { isDialog = false } = {}): void {
  const isCovered = () =>
    document.querySelectorAll('[role="dialog"][aria-modal="true"]').length > Number(isDialog)
  useHotkeys([['U', () => !isCovered() && undo?.(), { preventDefault: false }]])
}
