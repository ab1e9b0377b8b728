import { useEffect } from 'react'

/** One entry for each user of the hook, because several may give the same sentence. */
const unsaved = new Set<{ what: string }>()

/** What a logout discards, one sentence each. */
export const unsavedWork = (): string[] => [...new Set([...unsaved].map(({ what }) => what))]

/**
 * Makes Elimu ask before a logout, which discards `what`; and the browser before the page is closed, unless this device
 * has stored it.
 */
export function useAskBeforeLeaving(what: string, isUnsaved: boolean, isStored = false): void {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const own = { what }
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    unsaved.add(own)
    if (!isStored) window.addEventListener('beforeunload', ask)
    return () => {
      unsaved.delete(own)
      window.removeEventListener('beforeunload', ask)
    }
  }, [what, isUnsaved, isStored])
}
