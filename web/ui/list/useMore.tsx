import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'

/** Rendering thousands of rows at once would block the page. */
const MORE = 50

/** The first of many, and a button that shows the next ones, as long as there are any. */
export function useMore<T>(all: readonly T[], first: number): [shown: T[], more: ReactNode] {
  const [count, setCount] = useState(first)
  const left = all.length - count
  const more = left > 0 && (
    <Button variant="subtle" onClick={() => setCount(count + MORE)}>
      {left > MORE ? `Show ${MORE} of ${left} more` : `Show ${left} more`}
    </Button>
  )
  return [all.slice(0, count), more]
}
