import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { PaperPage } from './Paper.ts'
import classes from './CornerStage.module.css'
import { type Corners, isConvex, type Point, turnCorners, turnPoint } from './scan/geometry.ts'
import { SheetImage } from './SheetImage.tsx'

type CornerStageProps = { page: PaperPage; onCorners: (corners: Corners) => void }

const names = ['Top left corner', 'Top right corner', 'Bottom right corner', 'Bottom left corner']
const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The photograph with the four corners of its paper, which are dragged, or moved by the arrow keys. */
export function CornerStage({ page, onCorners }: CornerStageProps) {
  const shot = useRef<HTMLDivElement>(null)
  /** While a corner is dragged, only the picture is updated; the page is straightened at the end. */
  const [dragged, setDragged] = useState<{ index: number; start: Corners; corners: Corners; grip: Point }>()
  /** The corner that was moved by keys. */
  const [moved, setMoved] = useState<number>()
  const shown = dragged?.corners ?? turnedBy(page.corners, page.turns)
  const enlarged = dragged?.index ?? moved

  const moveTo = (index: number, { x, y }: Point, from: Corners): Corners => {
    const point = { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) }
    const next = from.map((corner, at) => (at === index ? point : corner)) as unknown as Corners
    return isConvex(next) ? next : from
  }
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const box = shot.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height }
  }
  const finish = (corners: Corners) => onCorners(turnedBy(corners, 4 - page.turns))
  const onPointerDown = (event: PointerEvent<HTMLElement>, index: number) => {
    const [point, corner] = [pointOf(event), shown[index] as Point]
    event.currentTarget.setPointerCapture(event.pointerId)
    setMoved(undefined)
    setDragged({
      index,
      start: shown,
      corners: shown,
      grip: { x: corner.x - point.x, y: corner.y - point.y },
    })
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!dragged) return
    const { index, corners, grip } = dragged
    const point = pointOf(event)
    setDragged({ ...dragged, corners: moveTo(index, { x: point.x + grip.x, y: point.y + grip.y }, corners) })
  }
  const onPointerEnd = () => {
    if (!dragged) return
    setDragged(undefined)
    if (dragged.corners !== dragged.start) finish(dragged.corners)
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const arrow = arrows[event.key]
    const box = shot.current?.getBoundingClientRect()
    if (!arrow || !box) return
    event.preventDefault()
    const pixels = event.shiftKey ? 10 : 1
    const corner = shown[index] as Point
    setMoved(index)
    finish(
      moveTo(
        index,
        { x: corner.x + (arrow.x * pixels) / box.width, y: corner.y + (arrow.y * pixels) / box.height },
        shown,
      ),
    )
  }
  const path = shown.map(({ x, y }) => `${x} ${y}`).join('L')
  return (
    <div className={classes.stage}>
      <div ref={shot} className={classes.shot} style={ratioOf(page)}>
        <TurnedPhoto page={page} alt="The photograph" />
        <svg className={classes.outline} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
          <path className={classes.shade} d={`M0 0H1V1H0ZM${path}Z`} />
          <path className={classes.edge} d={`M${path}Z`} />
        </svg>
        {shown.map(({ x, y }, index) => (
          <button
            key={names[index]}
            type="button"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input has one direction, a corner has two
            role="slider"
            aria-label={names[index]}
            aria-valuenow={Math.round(x * 100)}
            aria-valuetext={`${Math.round(x * 100)} % from the left, ${Math.round(y * 100)} % from the top`}
            className={classes.corner}
            data-on={enlarged === index || undefined}
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            onPointerDown={(event) => onPointerDown(event, index)}
            onPointerMove={onPointerMove}
            onPointerUp={onPointerEnd}
            onPointerCancel={onPointerEnd}
            onKeyDown={(event) => onKeyDown(event, index)}
            onBlur={() => setMoved(undefined)}
          />
        ))}
        {enlarged !== undefined && <Magnifier page={page} at={shown[enlarged] as Point} />}
      </div>
    </div>
  )
}

/** The corners as they are seen in the turned photograph, clockwise from the upper left one. */
const turnedBy = (corners: Corners, turns: number): Corners =>
  turnCorners(corners, turns).map((corner) => turnPoint(corner, turns)) as unknown as Corners

function ratioOf({ size: { width, height }, turns }: PaperPage) {
  const ratio = turns % 2 ? height / width : width / height
  return { '--ratio': ratio } as CSSProperties
}

type TurnedPhotoProps = { page: PaperPage; alt?: string }

/** The photograph, turned by quarters, in a box of its shape. */
export const TurnedPhoto = ({ page, alt = '' }: TurnedPhotoProps) => (
  <span className={classes.photo} data-across={page.turns % 2 === 1 || undefined} style={turnOf(page)}>
    <SheetImage blob={page.photo} alt={alt} />
  </span>
)

const turnOf = ({ turns }: PaperPage) => ({ '--turn': `${turns * 90}deg` }) as CSSProperties

/** Shows the surroundings of a corner enlarged, because the finger hides them. */
const Magnifier = ({ page, at }: { page: PaperPage; at: Point }) => (
  <span className={classes.magnifier} aria-hidden style={beside(at)}>
    <span>
      <TurnedPhoto page={page} />
    </span>
  </span>
)

const beside = ({ x, y }: Point) =>
  ({ '--x': x, '--y': y, '--side': x < 0.5 ? 1 : -1, '--rise': y < 0.5 ? 1 : -1 }) as CSSProperties
