import { type RefObject, useEffect } from 'react'

/**
 * Keeps the focused field of a dialog in view when an on-screen keyboard opens. Most browsers then shrink the window.
 * Where the keyboard covers it instead, the dialog gets the size of the visible part.
 */
export function useAboveKeyboard(dialog: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const visible = window.visualViewport
    if (!visible) return undefined
    const fit = () => {
      const place = dialog.current?.parentElement?.style
      // Enlarging the page with two fingers also changes the visible part.
      if (!place || visible.scale > 1) return
      const isCovered = visible.height < window.innerHeight - 1
      place.setProperty('--visible-top', isCovered ? `${visible.offsetTop}px` : null)
      place.setProperty('--visible-height', isCovered ? `${visible.height}px` : null)
    }
    const onResize = () => {
      fit()
      const field = document.activeElement
      if (dialog.current?.contains(field)) field?.scrollIntoView({ block: 'nearest' })
    }
    visible.addEventListener('resize', onResize)
    visible.addEventListener('scroll', fit)
    return () => {
      visible.removeEventListener('resize', onResize)
      visible.removeEventListener('scroll', fit)
    }
  }, [dialog])
}
