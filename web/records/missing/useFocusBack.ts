import { useCallback, useEffect, useRef, useState } from 'react'
import type { Gap } from '#contract/records.ts'
import { focusGap, gapRowsIn } from './focusGap.ts'

/**
 * Whoever closes what they opened from a list finds the focus where it was; and once that student lacks nothing any
 * more, at the one who took their place. `left` is the place at which one left for another panel.
 */
export function useFocusBack(isCovered: boolean, found: Gap[], left?: number) {
  // The dialog draws itself later than its owner.
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const place = useRef(left)
  const isReturning = useRef(left !== undefined)
  const remember = useCallback(
    ({ student_id }: Gap) => {
      place.current = gapRowsIn(box).findIndex((row) => row.dataset['student'] === String(student_id))
      return place.current
    },
    [box],
  )
  useEffect(() => {
    if (isCovered || !box || !isFocusLost()) return
    if (place.current !== undefined) focusGap(box, found.length > 0 ? place.current : -1)
    // The button that cleared the search, or tried again, went away with what it was for.
    else box.closest('[role="dialog"]')?.querySelector<HTMLElement>('input[type="search"]')?.focus()
  }, [isCovered, found, box])
  useEffect(() => {
    if (!isReturning.current || !box || found.length === 0) return undefined
    // A dialog takes the focus as it opens; this comes after.
    const timer = setTimeout(() => {
      isReturning.current = false
      focusGap(box, place.current ?? 0)
    })
    return () => clearTimeout(timer)
  }, [box, found])
  return { box: setBox, remember }
}

/** With the element that had it the focus goes to the page. */
const isFocusLost = () => document.activeElement?.matches('body, main') ?? true
