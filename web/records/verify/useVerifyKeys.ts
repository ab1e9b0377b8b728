import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

export type VerifyKeys = Partial<Record<'next' | 'previous' | 'verify' | 'giveBack', () => void>>

const meanings: Record<string, keyof VerifyKeys> = {
  j: 'next',
  arrowright: 'next',
  k: 'previous',
  arrowleft: 'previous',
  v: 'verify',
  r: 'giveBack',
}

/** Keys for somebody who has two hundred to go through. They mean nothing while something is typed. */
export function useVerifyKeys(inside: RefObject<HTMLElement | null>, keys: VerifyKeys): void {
  const latest = useRef(keys)
  // With the buttons: what they offer, the keys do.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, repeat, ctrlKey, metaKey, altKey } = event
      const meaning = meanings[key.toLowerCase()]
      if (!meaning || repeat || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return
      const dialog = inside.current?.closest('[role="dialog"]')
      if (target !== document.body && !dialog?.contains(target)) return
      if (target.closest('input, textarea, select')) return
      // A page that is wider than its room is moved by the arrows.
      if (key.startsWith('Arrow') && target.scrollWidth > target.clientWidth) return
      const act = latest.current[meaning]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [inside])
}
