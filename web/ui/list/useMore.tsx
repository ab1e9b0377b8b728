import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** Rendering thousands of rows at once would block the page. */
const MORE = 50

type More = {
  first?: number
  /** If given, the button has these words and shows all at once: `Show all 25`. */
  allWords?: string | undefined
  /** The number of rows with those that are not loaded yet, and how to load the next ones. */
  total?: number | undefined
  load?: (() => Promise<void>) | undefined
}

/** The first of many, and a button that shows the next ones, as long as there are any. */
export function useMore<T>(
  all: readonly T[],
  { first = MORE, allWords, total = all.length, load }: More = {},
): [shown: T[], more: ReactNode] {
  const [count, setCount] = useState(first)
  const [isLoading, setIsLoading] = useState(false)
  const left = total - Math.min(count, all.length)
  const noteRows = useAddedRow()
  const showMore = async ({ currentTarget }: MouseEvent) => {
    const focusAdded = noteRows(currentTarget)
    if (load && count >= all.length) {
      setIsLoading(true)
      await load()
    }
    focusAdded()
    setIsLoading(false)
    setCount(allWords ? Infinity : count + MORE)
  }
  const more = left > 0 && (
    <Button
      variant="subtle"
      fullWidth={Boolean(allWords)}
      rightSection={allWords && <IconChevronDown size={18} aria-hidden />}
      aria-disabled={isLoading}
      onClick={(event) => void showMore(event)}
    >
      {allWords ?? (left > MORE ? `Show ${MORE} of ${left} more` : `Show ${left} more`)}
    </Button>
  )
  return [all.slice(0, count), more]
}

/**
 * For a button that adds rows to its list, and may be removed. It notes the present rows, and returns a function that focuses the
 * first added one as soon as it is rendered.
 */
export function useAddedRow(): (button: Element) => () => void {
  const awaited = useRef<() => HTMLElement | undefined>(undefined)
  useLayoutEffect(() => {
    const row = awaited.current?.()
    if (!row) return
    awaited.current = undefined
    focusIn(row)
  })
  return (button) => {
    const list = button.closest('section, main, [role="dialog"]')
    const rows = () => [...(list?.querySelectorAll<HTMLElement>('li, article, tbody > tr') ?? [])]
    const before = new Set(rows())
    return () => {
      awaited.current = () => rows().find((row) => !before.has(row))
    }
  }
}

/** Focuses the first link or button of a row, or else the row. */
function focusIn(row: HTMLElement): void {
  const inside = row.querySelector<HTMLElement>('a, button')
  if (!inside) row.tabIndex = -1
  ;(inside ?? row).focus()
}
