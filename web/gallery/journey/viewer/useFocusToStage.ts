import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useController } from 'yet-another-react-lightbox'

/** What goes while it has the focus leaves it to the stage, from where the arrows go on. */
export function useFocusToStage<Part extends HTMLElement>(): RefObject<Part | null> {
  const { focus } = useController()
  const part = useRef<Part>(null)
  useLayoutEffect(() => {
    const element = part.current
    return () => {
      if (element?.contains(document.activeElement)) focus()
    }
  }, [focus])
  return part
}
