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
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return { isOpen, close: () => setIsOpen(false), onClosed }
}

export type ModalLife = ReturnType<typeof useModalLife>
