import { useEffect } from 'react'
import { ACTION_CLOSE, useEvents } from 'yet-another-react-lightbox'

/** Hears that somebody pulled the picture away, which the library leaves to whoever embeds it. */
export function PullToClose({ onClose }: { onClose: () => void }) {
  const { subscribe } = useEvents()
  useEffect(() => subscribe(ACTION_CLOSE, onClose), [subscribe, onClose])
  return null
}
