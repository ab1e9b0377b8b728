import { useRef } from 'react'

/** For a dialog whose save moves the payment to its next step: the page moves on once the dialog has closed. */
export function useChangeOnClose({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const isSaved = useRef(false)
  return {
    onSaved: () => void (isSaved.current = true),
    onClose: () => {
      onClose()
      if (isSaved.current) onChanged()
    },
  }
}
