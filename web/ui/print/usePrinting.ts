import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

type Printing = { since: Date; part: string | undefined }

/** The part that the pressed button prints; undefined if the browser's own menu prints. */
let wanted: string | undefined
/** Whether a component prints its own sheet, such as forms to fill in. The others then render nothing. */
let isForeign = false

/** Since when the page is being printed, by a Print button or the browser's own menu; undefined otherwise. */
export function usePrinting(): Printing | undefined {
  const [printing, setPrinting] = useState<Printing>()
  useEffect(() => {
    // The browser prints what is rendered when the event ends, so the sheet is rendered synchronously.
    const begin = () => {
      if (!isForeign) flushSync(() => setPrinting({ since: new Date(), part: wanted }))
    }
    const end = () => {
      wanted = undefined
      setPrinting(undefined)
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}

export function print(part: string | undefined): void {
  wanted = part
  window.print()
}

/**
 * Prints a sheet that is rendered already, in place of the sheets that render when the page is printed. `onPrinted` is
 * called afterwards. Returns a function that ends it; some browsers print later.
 */
export function printForeign(onPrinted: () => void): () => void {
  isForeign = true
  window.addEventListener('afterprint', onPrinted)
  window.print()
  return () => {
    isForeign = false
    window.removeEventListener('afterprint', onPrinted)
  }
}
