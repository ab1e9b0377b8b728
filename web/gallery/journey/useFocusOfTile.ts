import { useEffect, useRef } from 'react'

export const tileId = (media: number) => `media-${media}`

/** Once the viewer is closed the focus is on the tile of what was seen last, which may be another than was opened. */
export function useFocusOfTile(shown: number | undefined): void {
  const seen = useRef<number>(undefined)
  useEffect(() => {
    const last = seen.current
    seen.current = shown
    if (shown !== undefined || last === undefined) return
    const tile = document.getElementById(tileId(last))
    if (tile) tile.focus()
    // Somebody deleted it meanwhile: the page itself is the nearest place left.
    else document.querySelector('main')?.focus({ preventScroll: true })
  }, [shown])
}
