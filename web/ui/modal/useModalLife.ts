import { useEffect, useState } from 'react'

/**
 * A modal lives as long as its element: mounting opens it, `close` lets it fade, and `onClosed` then asks its
 * owner to take it away. So every opening starts with fresh fields. Focus goes back to where it was.
 */
export function useModalLife(onClosed: () => void) {
  const [isOpen, setIsOpen] = useState(true)
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      // A deleted row took its button along; the page itself is the nearest place left.
      const target = opener?.isConnected ? opener : document.querySelector('main')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [])
  return { isOpen, close: () => setIsOpen(false), onClosed }
}

export type ModalLife = ReturnType<typeof useModalLife>
