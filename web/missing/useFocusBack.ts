import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * When a dialog that was opened from a row closes, the focus returns to that row, or to the one that has replaced it.
 * From a button outside the rows it returns to the dialog or page. Rows have `data-row`; `count` is their number.
 */
export function useFocusBack(isCovered: boolean, count: number) {
  // State, not a ref, because a dialog renders its content later than its parent.
  const [box, setBox] = useState<HTMLElement | null>(null)
  const position = useRef<number>(undefined)
  const remember = useCallback(
    (button: Element) => {
      const row = button.closest('[data-row]')
      position.current = row ? rowsIn(box).indexOf(row) : -1
    },
    [box],
  )
  useEffect(() => {
    if (isCovered || !box || position.current === undefined || !isFocusLost()) return
    focusRow(box, count > 0 ? position.current : -1)
  }, [isCovered, count, box])
  return { box: setBox, remember }
}

/** When the focused element is removed, the focus moves to the page. */
const isFocusLost = () => document.activeElement?.matches('body, main') ?? true

/** The rendered rows, in order. */
const rowsIn = (box: Element | null) => [...(box?.querySelectorAll('[data-row]') ?? [])]

/** Focuses the button of the row at this index, or the dialog or page if there is none. */
function focusRow(box: Element | null, position: number): void {
  const rows = rowsIn(box)
  const row = rows[Math.min(position, rows.length - 1)]
  const button = row?.querySelector<HTMLElement>('button') ?? row?.querySelector('a')
  const target = button ?? box?.closest<HTMLElement>('[role="dialog"], main')
  target?.focus()
}
