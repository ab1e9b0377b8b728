import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './PageList.module.css'

/** A finger rests this long on a page before it drags it; sooner, it scrolls. */
const HOLD_MS = 300
/** A pointer that moved this far drags, or scrolls. */
const MOVED = 6

type Point = { x: number; y: number }
type Drag = { from: number; to: number; point: Point; box: DOMRect; grip: Point }

/**
 * Drags pages to another position. During the drag only the style of the elements changes, because an element that is inserted
 * again loses its pointer.
 */
export function usePageDrag(onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const newest = useRef(drag)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const set = (next: Drag | undefined) => {
    newest.current = next
    setDrag(next)
  }
  const begin = (index: number, start: Point) => {
    const boxes = [...(list.current?.querySelectorAll('[data-page]') ?? [])].map((page) =>
      page.getBoundingClientRect(),
    )
    const box = boxes[index]
    if (!box) return undefined
    set({ from: index, to: index, point: start, box, grip: { x: start.x - box.left, y: start.y - box.top } })
    return boxes
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>, index: number) => {
    if (event.button !== 0) return
    const start = { x: event.clientX, y: event.clientY }
    const isTouch = event.pointerType === 'touch'
    let boxes: DOMRect[] | undefined
    const timer = isTouch ? setTimeout(() => (boxes = begin(index, start)), HOLD_MS) : undefined
    const onPointerMove = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
      const hasMoved = Math.hypot(x - start.x, y - start.y) > MOVED
      if (!boxes && hasMoved && isTouch) return end()
      if (!boxes && hasMoved) boxes = begin(index, start)
      if (boxes && newest.current) set({ ...newest.current, point: { x, y }, to: nearest(boxes, { x, y }) })
    }
    const onPointerUp = () => {
      const dragged = newest.current
      end()
      if (dragged && dragged.to !== dragged.from) onMove(dragged.from, dragged.to)
    }
    // Without this the browser would scroll, and cancel the pointer.
    const onTouchMove = (touch: TouchEvent) => boxes && touch.preventDefault()
    const onContextMenu = (menu: Event) => isTouch && menu.preventDefault()
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('pointermove', onPointerMove)
      window.removeEventListener('pointerup', onPointerUp)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('touchmove', onTouchMove)
      window.removeEventListener('contextmenu', onContextMenu)
      set(undefined)
    }
    stop.current = end
    window.addEventListener('pointermove', onPointerMove)
    window.addEventListener('pointerup', onPointerUp)
    window.addEventListener('pointercancel', end)
    window.addEventListener('touchmove', onTouchMove, { passive: false })
    window.addEventListener('contextmenu', onContextMenu)
  }
  return {
    list,
    /** The props of a page's list item. */
    itemOf: (index: number) => ({
      'data-page': true,
      'data-gap': drag?.from === index || undefined,
      style: { order: drag ? orderOf(index, drag) : index },
      onPointerDown: (event: PointerEvent<HTMLElement>) => onPointerDown(event, index),
    }),
    /** The page under the pointer. */
    lifted: (draw: (index: number) => ReactNode): ReactNode =>
      drag && (
        <div
          className={classes.lifted}
          style={{
            left: drag.point.x - drag.grip.x,
            top: drag.point.y - drag.grip.y,
            width: drag.box.width,
            height: drag.box.height,
          }}
        >
          {draw(drag.from)}
        </div>
      ),
  }
}

function orderOf(index: number, { from, to }: Drag): number {
  if (index === from) return to
  if (from < index && index <= to) return index - 1
  if (to <= index && index < from) return index + 1
  return index
}

function nearest(boxes: DOMRect[], { x, y }: Point): number {
  const away = boxes.map((box) => Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y))
  return away.indexOf(Math.min(...away))
}
