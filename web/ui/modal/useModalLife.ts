import { useEffect, useState } from 'react'

/**
 * Mounting a modal opens it, `close` fades it out, and `onClosed` then asks its owner to unmount it. So every opening
 * starts with fresh fields. Afterwards the focus returns to where it was.
 */
export function useModalLife(onClosed: () => void) {
  const [isOpen, setIsOpen] = useState(true)
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      // Whoever went on while the modal faded away stays where they are.
      if (document.activeElement !== document.body) return
      // The button is gone with a deleted row; then the page itself takes the focus.
      const target = opener?.isConnected ? opener : document.querySelector('main')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [])
  return { isOpen, close: () => setIsOpen(false), onClosed }
}

export type ModalLife = ReturnType<typeof useModalLife>
