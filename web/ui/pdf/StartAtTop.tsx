import { useEffect, useRef } from 'react'

/** Scrolls what it stands in to its beginning. A new `key` does it again, for something else in the same place. */
export function StartAtTop() {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // In braces: some browsers answer when it is done, which is nothing to clean up by.
    mark.current?.parentElement?.scrollTo(0, 0)
  }, [])
  return <span ref={mark} hidden />
}
