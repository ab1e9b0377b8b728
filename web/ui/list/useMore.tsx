import { Button } from '@mantine/core'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rendering thousands of rows at once would block the page. */
const MORE = 50

/** The first of many, and a button that shows the next ones, as long as there are any. */
export function useMore<T>(all: readonly T[], first = MORE): [shown: T[], more: ReactNode] {
  const [count, setCount] = useState(first)
  const left = all.length - count
  /** Moves the focus to the first added row, because the button may be removed. Rows have `data-row`. */
  const showMore = ({ currentTarget }: MouseEvent) => {
    const list = currentTarget.closest('section, [role="dialog"]')
    const rows = () => list?.querySelectorAll('[data-row]')
    const before = rows()?.length ?? 0
    flushSync(() => setCount(count + MORE))
    rows()?.[before]?.querySelector<HTMLElement>('a, button')?.focus()
  }
  const more = left > 0 && (
    <Button variant="subtle" onClick={showMore}>
      {left > MORE ? `Show ${MORE} of ${left} more` : `Show ${left} more`}
    </Button>
  )
  return [all.slice(0, count), more]
}
