import { useEffect, useState } from 'react'

/**
 * Mounting a modal opens it, `close` fades it out, and `onClosed` then asks its parent to unmount it. Each opening
 * therefore starts with fresh fields. On closing, the focus returns to where it was.
 */
export function useModalLife(onClosed: () => void) {
  const [isOpen, setIsOpen] = useState(true)
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      // If the user focused something else during the fade-out, the focus stays there.
      if (document.activeElement !== document.body) return
      // The button of a deleted row no longer exists; the page itself then gets the focus.
      const target = opener?.isConnected ? opener : document.querySelector('main')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [])
  return { isOpen, close: () => setIsOpen(false), onClosed }
}

export type ModalLife = ReturnType<typeof useModalLife>
