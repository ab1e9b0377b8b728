import { useEffect, useState } from 'react'

/**
 * Mounting a modal opens it, `close` fades it out, and `onClosed` then asks its parent to unmount it. Each opening
 * therefore starts with fresh fields. On closing, the focus returns to where it was. A save may remove the button that was
 * pressed: then the first one beside it gets the focus, inside an element with `data-focus-back`, or else the page.
 */
export function useModalLife(onClosed: () => void) {
  const [isOpen, setIsOpen] = useState(true)
  useEffect(() => {
    const opener = document.activeElement
    const place = opener?.closest('[data-focus-back]')
    return () => {
      // If the user focused something else during the fade-out, the focus stays there.
      if (document.activeElement !== document.body) return
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      else focusIn(place)
    }
  }, [])
  return { isOpen, close: () => setIsOpen(false), onClosed }
}

/** Focuses the first button or link of a place, or else, if there is none or the place is gone, the page. */
export function focusIn(place: Element | null | undefined): void {
  const beside = place?.isConnected ? place.querySelector<HTMLElement>('button:enabled, a[href]') : null
  const target = beside ?? document.querySelector('main')
  target?.focus({ preventScroll: true })
}

export type ModalLife = ReturnType<typeof useModalLife>
