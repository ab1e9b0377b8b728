import { useCallback, useEffect, useRef, useState } from 'react'
import type { Missing } from '#contract/records.ts'

/**
 * When a dialog that was opened from the list closes, the focus returns to its row, or to the row that has taken its
 * place. `left` is the place in the list from which somebody went to another panel.
 */
export function useFocusBack(isCovered: boolean, found: Missing[], left?: number) {
  // State, not a ref: the dialog draws its content later than its owner.
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const place = useRef(left)
  const isReturning = useRef(left !== undefined)
  const remember = useCallback(
    ({ student_id }: Missing) => {
      place.current = rowsIn(box).findIndex((row) => row.dataset['student'] === String(student_id))
      return place.current
    },
    [box],
  )
  useEffect(() => {
    if (isCovered || !box || !isFocusLost()) return
    if (place.current !== undefined) focusRow(box, found.length > 0 ? place.current : -1)
    // The button that had the focus, Clear search or Try again, is gone.
    else box.closest('[role="dialog"]')?.querySelector<HTMLElement>('input[type="search"]')?.focus()
  }, [isCovered, found, box])
  useEffect(() => {
    if (!isReturning.current || !box || found.length === 0) return undefined
    // The dialog takes the focus when it opens; this has to come after.
    const timer = setTimeout(() => {
      isReturning.current = false
      focusRow(box, place.current ?? 0)
    })
    return () => clearTimeout(timer)
  }, [box, found])
  return { box: setBox, remember }
}

/** When the focused element goes away, the focus falls to the page. */
const isFocusLost = () => document.activeElement?.matches('body, main') ?? true

/** The drawn students, in their order. */
const rowsIn = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>('[data-student]') ?? [])]

/** Focuses the first button of the row in this place, or the dialog where there is none. */
export function focusRow(box: HTMLElement | null, place: number): void {
  const rows = rowsIn(box)
  const deed = rows[Math.min(place, rows.length - 1)]?.querySelector('button')
  const target = deed ?? box?.closest<HTMLElement>('[role="dialog"]')
  target?.focus()
}
