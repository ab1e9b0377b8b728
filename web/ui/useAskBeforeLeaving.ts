import { useEffect } from 'react'

const held = new Set<string>()

/** What only this page has, each in a sentence: a logout discards it. */
export const heldHere = (): string[] => [...held]

/** Lets the browser ask before the page is closed, and Elimu before a logout, as long as the page holds what no other place has. */
export function useAskBeforeLeaving(what: string, isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    held.add(what)
    window.addEventListener('beforeunload', ask)
    return () => {
      held.delete(what)
      window.removeEventListener('beforeunload', ask)
    }
  }, [what, isHeld])
}
