import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Since when the page is on its way to paper, through our button or the browser's own menu. */
export function usePrinting(): Date | undefined {
  const [since, setSince] = useState<Date>()
  useEffect(() => {
    // The browser takes its picture when the event is over, so what is printed must stand by then.
    const begin = () => flushSync(() => setSince(new Date()))
    const end = () => setSince(undefined)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return since
}
