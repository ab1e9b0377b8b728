import { useEffect } from 'react'

const unsaved = new Set<string>()

/** What a logout discards, one sentence each. */
export const unsavedWork = (): string[] => [...unsaved]

/**
 * Makes Elimu ask before a logout, which discards `what`; and the browser before the page is closed, unless this device
 * has stored it.
 */
export function useAskBeforeLeaving(what: string, isUnsaved: boolean, isStored = false): void {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    unsaved.add(what)
    if (!isStored) window.addEventListener('beforeunload', ask)
    return () => {
      unsaved.delete(what)
      window.removeEventListener('beforeunload', ask)
    }
  }, [what, isUnsaved, isStored])
}
