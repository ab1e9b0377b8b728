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
      const beside = place?.isConnected ? place.querySelector('button:enabled, a[href]') : null
      const target = opener?.isConnected ? opener : (beside ?? document.querySelector('main'))
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [])
  return { isOpen, close: () => setIsOpen(false), onClosed }
}

export type ModalLife = ReturnType<typeof useModalLife>
