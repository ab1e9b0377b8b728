import { useCallback, useEffect, useRef } from 'react'
import type { Gap } from '#contract/notifications.ts'

/**
 * Whoever closes what they opened from a list finds the focus where it was; and once that student lacks nothing any
 * more, at the one who took their place.
 */
export function useFocusBack(isCovered: boolean, found: Gap[]) {
  const box = useRef<HTMLDivElement>(null)
  const place = useRef<number>(undefined)
  const remember = useCallback(({ student_id }: Gap) => {
    place.current = rowsIn(box.current).findIndex((row) => row.dataset['student'] === String(student_id))
  }, [])
  useEffect(() => {
    if (isCovered || place.current === undefined || !isFocusLost()) return
    const rows = found.length > 0 ? rowsIn(box.current) : []
    const next = rows[Math.min(place.current, rows.length - 1)]?.querySelector('button')
    const target = next ?? box.current?.closest<HTMLElement>('[role="dialog"]')
    target?.focus()
  }, [isCovered, found])
  return { box, remember }
}

const rowsIn = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>('[data-student]') ?? [])]

/** With the element that had it the focus goes to the page. */
const isFocusLost = () => document.activeElement?.matches('body, main') ?? true
