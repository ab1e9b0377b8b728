import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Missing } from '#contract/records.ts'

/** More students of one school are drawn only when asked for. */
const SHOWN_AT_ONCE = 100

/** The first students of a school, and the button after them that shows more: what it says and does. */
export function useFirstRows(rows: Missing[]) {
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const left = rows.length - most
  /** The focus moves to the first of the added rows: the button goes away with the last of them. */
  const showMore = ({ currentTarget }: MouseEvent) => {
    const last = currentTarget.closest('tr, li')?.previousElementSibling
    flushSync(() => setMost(most + SHOWN_AT_ONCE))
    last?.nextElementSibling?.querySelector('button')?.focus()
  }
  const more = left > 0 && `Show ${Math.min(left, SHOWN_AT_ONCE)} more of ${left}`
  return { first: rows.slice(0, most), more, showMore }
}
