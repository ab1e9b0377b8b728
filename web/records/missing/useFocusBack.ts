import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * When a dialog that was opened from a row closes, the focus returns to that row, or to the one that has taken its
 * place. Rows bear `data-row`; `count` says how many there are.
 */
export function useFocusBack(isCovered: boolean, count: number) {
  // State, not a ref: a dialog draws its content later than its owner.
  const [box, setBox] = useState<HTMLElement | null>(null)
  const place = useRef<number>(undefined)
  const remember = useCallback(
    (button: Element) => {
      const row = button.closest('[data-row]')
      place.current = row ? rowsIn(box).indexOf(row) : undefined
    },
    [box],
  )
  useEffect(() => {
    if (isCovered || !box || place.current === undefined || !isFocusLost()) return
    focusRow(box, count > 0 ? place.current : -1)
  }, [isCovered, count, box])
  return { box: setBox, remember }
}

/** When the focused element goes away, the focus falls to the page. */
const isFocusLost = () => document.activeElement?.matches('body, main') ?? true

/** The drawn rows, in their order. */
const rowsIn = (box: Element | null) => [...(box?.querySelectorAll('[data-row]') ?? [])]

/** Focuses the button of the row in this place, or the dialog where there is none. */
function focusRow(box: Element | null, place: number): void {
  const rows = rowsIn(box)
  const button = rows[Math.min(place, rows.length - 1)]?.querySelector('button')
  const target = button ?? box?.closest<HTMLElement>('[role="dialog"]')
  target?.focus()
}
