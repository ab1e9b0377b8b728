import { useEffect } from 'react'

const held = new Set<string>()

/** What a logout discards, one sentence each. */
export const heldHere = (): string[] => [...held]

/**
 * Makes Elimu ask before a logout, which discards `what`; and the browser before the page is closed, unless this device
 * has stored it.
 */
export function useAskBeforeLeaving(what: string, isHeld: boolean, isStored = false): void {
  useEffect(() => {
    if (!isHeld) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    held.add(what)
    if (!isStored) window.addEventListener('beforeunload', ask)
    return () => {
      held.delete(what)
      window.removeEventListener('beforeunload', ask)
    }
  }, [what, isHeld, isStored])
}
