import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Missing } from '#contract/records/records.ts'

/** The number of a school's students rendered at first. */
const SHOWN_AT_ONCE = 100

/** The first students of a school, and the label and action of the button that shows more. */
export function useFirstRows(rows: Missing[]) {
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const left = rows.length - most
  /** Moves the focus to the first added row, because the button is removed after the last. */
  const showMore = ({ currentTarget }: MouseEvent) => {
    const last = currentTarget.closest('tbody, li')?.previousElementSibling
    flushSync(() => setMost(most + SHOWN_AT_ONCE))
    last?.nextElementSibling?.querySelector('button')?.focus()
  }
  const more = left > 0 && `Show ${Math.min(left, SHOWN_AT_ONCE)} more of ${left}`
  return { first: rows.slice(0, most), more, showMore }
}
