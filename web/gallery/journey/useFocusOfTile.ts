import { useEffect, useRef } from 'react'
import type { Media } from '#contract/gallery.ts'

export const tileId = (media: number) => `media-${media}`

/**
 * Once what stood over the grid is closed, the focus is on the tile that it was about at last, or on the one that
 * took its place where it was deleted.
 */
export function useFocusOfTile(about: number | undefined, gallery: Media[]): void {
  const last = useRef<{ about: number; order: number[] }>(undefined)
  useEffect(() => {
    const order = gallery.map(({ id }) => id)
    if (about !== undefined) {
      // As it was before a deletion.
      if (order.includes(about)) last.current = { about, order }
      return
    }
    if (last.current) focusNear(last.current)
    last.current = undefined
  }, [about, gallery])
}

function focusNear({ about, order }: { about: number; order: number[] }): void {
  const at = order.indexOf(about)
  const near = [...order.slice(at), ...order.slice(0, at).toReversed()]
  const tiles = near.map((media) => document.getElementById(tileId(media)))
  const tile = tiles.find((element) => element !== null) ?? document.querySelector('main')
  // The button that was pressed may have it already.
  if (!tile?.parentElement?.contains(document.activeElement)) tile?.focus()
}
