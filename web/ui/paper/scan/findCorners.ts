import { blur, contrastAt, edgesIn, paperPlane, type Plane, valueAt } from './edges.ts'
import {
  type Corners,
  distance,
  isConvex,
  isPaperShape,
  type Pixels,
  type Point,
  scaleCorners,
  shapeOf,
  type Size,
} from './geometry.ts'
import { crossing, type Line, linesIn, lineThrough } from './lines.ts'

/** `none`: no paper was found. `cut`: a side of it is outside the photograph. `unsure`: it may end elsewhere. */
export type CornersProblem = 'none' | 'cut' | 'unsure'

export type FoundCorners = { corners: Corners; problem?: CornersProblem }

/** Corners as fractions of the photograph, for a person to drag, where none were found. */
const NO_CORNERS: Corners = [
  { x: 0.08, y: 0.08 },
  { x: 0.92, y: 0.08 },
  { x: 0.92, y: 0.92 },
  { x: 0.08, y: 0.92 },
]

/** Finds the corners of the paper in a photograph whose long side has about 400 pixels, as fractions of its sides. */
export function findCorners(photo: Pixels): FoundCorners {
  const plane = blur(blur(paperPlane(photo), 1), 1)
  const { edges, least } = edgesIn(plane)
  const view: View = { plane, least }
  const lines = [...linesIn(edges, photo), ...bordersOf(photo)]
  const best = bestPage(view, lines)
  if (!best) return { corners: NO_CORNERS, problem: 'none' }
  const sides = best.sides.map((side, index) => refine(view, side, best, index)) as unknown as Sides
  const page = pageOf(sides, photo) ?? best
  // A pixel's position is that of its middle.
  const corners = page.corners.map(({ x, y }) => ({
    x: limited((x + 0.5) / photo.width + 0.5),
    y: limited((y + 0.5) / photo.height + 0.5),
  })) as unknown as Corners
  if (isCutOff(corners)) return { corners, problem: 'cut' }
  // On a checked cloth, its outline may include a row of checks.
  const isPaper = isPaperShape(shapeOf(scaleCorners(corners, photo), photo))
  return { corners, ...((!isPaper || isUnsure(view, best)) && { problem: 'unsure' }) }
}

/** The photograph without its finest details, and the least strength of an edge in it. */
type View = { plane: Plane; least: number }

/** The upper, right, lower and left side. */
type Sides = readonly [Line, Line, Line, Line]
/** The positions of lines and corners are relative to the centre of the photograph. */
type Page = { sides: Sides; corners: Corners }

/** A side this near to the border of the photograph is that border. */
const AT_BORDER = 0.015

const isCutOff = (corners: Corners): boolean =>
  corners.some((corner, index) => {
    const next = corners[(index + 1) % 4] as Point
    return (['x', 'y'] as const).some(
      (axis) =>
        Math.max(corner[axis], next[axis]) < AT_BORDER || Math.min(corner[axis], next[axis]) > 1 - AT_BORDER,
    )
  })

const limited = (fraction: number) => Math.min(1, Math.max(0, fraction))

/** The borders of the photograph, which are the sides of a paper that reaches beyond it. */
const bordersOf = ({ width, height }: Size): Line[] => [
  { angle: 0, offset: 1 - width / 2, isBorder: true },
  { angle: Math.PI, offset: 1 - width / 2, isBorder: true },
  { angle: Math.PI / 2, offset: 1 - height / 2, isBorder: true },
  { angle: -Math.PI / 2, offset: 1 - height / 2, isBorder: true },
]

/** Opposite sides of a paper that is seen at an angle are this parallel. */
const PARALLEL = Math.cos((38 * Math.PI) / 180)
/** Neighbouring sides are this near to a right angle. */
const SQUARE = Math.cos((50 * Math.PI) / 180)
/** The least share of the photograph that a paper fills. */
const LEAST_AREA = 0.08

/** The four lines that are most probably the sides of a paper. */
function bestPage(view: View, lines: Line[]): Page | undefined {
  const opposite = lines.flatMap((one, index) =>
    lines.slice(index + 1).flatMap((other) => {
      const facing = -Math.cos(one.angle - other.angle)
      // Both are lighter towards the other one, so that between them is the paper.
      const isApart = one.offset + other.offset < -0.18 * Math.min(view.plane.width, view.plane.height)
      return facing > PARALLEL && isApart && !(one.isBorder && other.isBorder) ? [[one, other] as const] : []
    }),
  )
  let best: { page: Page; score: number } | undefined
  for (const [index, [one, other]] of opposite.entries())
    for (const [third, fourth] of opposite.slice(index + 1)) {
      if (Math.abs(Math.cos(one.angle - third.angle)) > SQUARE) continue
      const page = pageOf([one, third, other, fourth], view.plane)
      if (!page) continue
      const score = scoreOf(view, page, best?.score ?? LEAST_SCORE)
      if (score !== undefined) best = { page, score }
    }
  return best?.page
}

/** The page between four sides, which may be in either order. */
function pageOf([one, two, three, four]: Sides, { width, height }: Size): Page | undefined {
  const found = [crossing(four, one), crossing(one, two), crossing(two, three), crossing(three, four)]
  if (found.some((corner) => !corner || isOutside(corner, width, height))) return undefined
  let corners = found as [Point, Point, Point, Point]
  let sides: Sides = [one, two, three, four]
  // Clockwise, from the corner nearest to the upper left one of the photograph.
  if (!isConvex(corners)) {
    const [a, b, c, d] = corners
    corners = [a, d, c, b]
    sides = [four, three, two, one]
    if (!isConvex(corners)) return undefined
  }
  if (areaOf(corners) < LEAST_AREA * width * height) return undefined
  const sums = corners.map(({ x, y }) => x + y)
  const first = sums.indexOf(Math.min(...sums))
  const turned = <Part>(parts: readonly Part[]) => parts.map((_, index) => parts[(index + first) % 4])
  return { sides: turned(sides) as unknown as Sides, corners: turned(corners) as unknown as Corners }
}

/** A corner may be this many pixels outside, where the paper ends at the border. */
const OUTSIDE = 6
const isOutside = ({ x, y }: Point, width: number, height: number) =>
  Math.abs(x) > width / 2 + OUTSIDE || Math.abs(y) > height / 2 + OUTSIDE

const areaOf = (corners: Corners) =>
  Math.abs(
    corners.reduce((sum, { x, y }, index) => {
      const next = corners[(index + 1) % 4] as Point
      return sum + x * next.y - next.x * y
    }, 0) / 2,
  )

/** Below this score there is probably no paper. */
const LEAST_SCORE = 0.95
/** The support of a side at the border of the photograph: low, but enough to find a paper that is cut off. */
const BORDER_SUPPORT = 0.6
const LEAST_SUPPORT = 0.3
/** The penalty for sides that continue beyond the corners of the page. */
const BEYOND = 2.2

/** How probable it is that this is the paper; undefined if it is not above a known score. */
function scoreOf(view: View, { sides, corners }: Page, above: number): number | undefined {
  const area = Math.sqrt(areaOf(corners) / (view.plane.width * view.plane.height))
  let [sum, weakest, beyond] = [0, 1, 0]
  for (const [index, side] of sides.entries()) {
    const [from, to] = [corners[index], corners[(index + 1) % 4]] as [Point, Point]
    const support = side.isBorder ? BORDER_SUPPORT : supportOf(view, side, from, to)
    weakest = Math.min(weakest, support)
    if (weakest < LEAST_SUPPORT) return undefined
    sum += support / 4
    // Even without a penalty it could not exceed the known score.
    if (sum + (3 - index) / 4 + weakest / 2 + 0.5 * area <= above) return undefined
    // The side of a paper ends at its corners. Floor lines continue past the corner, and so does a side beyond a line printed on the paper.
    if (!side.isBorder) beyond += meanOf(beyondOf(view, side, from, to)) / 4
  }
  const score = sum + weakest / 2 + 0.5 * area - BEYOND * beyond
  return score > above ? score : undefined
}

/** Below this support of a side, or above this share of one beyond a corner, the paper may end elsewhere. */
const SURE = 0.6

const isUnsure = (view: View, { sides, corners }: Page) =>
  sides.some((side, index) => {
    const [from, to] = [corners[index], corners[(index + 1) % 4]] as [Point, Point]
    if (side.isBorder) return false
    return (
      supportOf(view, side, from, to) < SURE || beyondOf(view, side, from, to).some((share) => share > SURE)
    )
  })

const SAMPLES = 28
/** The evidence of a thin dark line along a side: the shadow of the paper on a ground that is as light. */
const SHADOW = 0.6

/** The share of a side along which the paper is lighter than what is beside it. */
const supportOf = (view: View, side: Line, from: Point, to: Point) =>
  meanOf(evidenceOf(view, side, from, to, 0.02, 0.98).map((evidence) => Math.min(1, evidence)))

/** For both ends, how much of a side continues beyond its corner, with half its contrast or more. */
function beyondOf(view: View, side: Line, from: Point, to: Point): number[] {
  const least = Math.max(0.5, meanOf(evidenceOf(view, side, from, to, 0.02, 0.98)) / 2)
  return [evidenceOf(view, side, from, to, -0.14, -0.03), evidenceOf(view, side, from, to, 1.03, 1.14)].map(
    (evidence) => meanOf(evidence.map((value) => (value > least ? 1 : 0))),
  )
}

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** At points along a part of a side, how much lighter the paper is than what is beside it. From 1 on, it surely is. */
function evidenceOf({ plane, least }: View, side: Line, from: Point, to: Point, start: number, end: number) {
  const [cos, sin] = [Math.cos(side.angle), Math.sin(side.angle)]
  const [middleX, middleY] = [plane.width / 2, plane.height / 2]
  const count = Math.max(4, Math.round(SAMPLES * (end - start)))
  const evidence: number[] = []
  for (let sample = 0; sample < count; sample++) {
    const share = start + ((sample + 0.5) / count) * (end - start)
    const x = from.x + (to.x - from.x) * share + middleX
    const y = from.y + (to.y - from.y) * share + middleY
    const at = (away: number) => valueAt(plane, x + away * cos, y + away * sin)
    const isInside = x >= 1 && y >= 1 && x <= plane.width - 2 && y <= plane.height - 2
    const isLighter = isInside && Math.max(at(1) - at(-1), at(2) - at(0), at(0) - at(-2)) > 0.7 * least
    evidence.push(isLighter ? Math.max(SHADOW, contrastAt(plane, x, y, cos, sin) / (1.4 * least)) : 0)
  }
  return evidence
}

/** Fits a side to the strongest change of brightness near it, because lines are found only to a pixel or two. */
function refine({ plane }: View, side: Line, { corners }: Page, index: number): Line {
  if (side.isBorder) return side
  const [from, to] = [corners[index], corners[(index + 1) % 4]] as [Point, Point]
  const [cos, sin] = [Math.cos(side.angle), Math.sin(side.angle)]
  const points: Point[] = []
  const count = Math.round(distance(from, to) / 2)
  for (let sample = 0; sample < count; sample++) {
    const share = 0.04 + (0.92 * sample) / count
    const point = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
    const at = (away: number) =>
      valueAt(plane, point.x + away * cos + plane.width / 2, point.y + away * sin + plane.height / 2)
    let strongest = { away: 0, change: 0 }
    for (let away = -3; away <= 3; away += 0.5) {
      const change = at(away + 1) - at(away - 1)
      if (change > strongest.change) strongest = { away, change }
    }
    if (strongest.change > 1)
      points.push({ x: point.x + strongest.away * cos, y: point.y + strongest.away * sin })
  }
  return fitMost(points, side)
}

/** The line through most of the points: those far from it, such as at a finger, count no more. */
function fitMost(points: Point[], side: Line): Line {
  let [line, near] = [side, points]
  for (const reach of [2.5, 1.5, 1]) {
    if (near.length < 10) return line
    line = lineThrough(near, side.angle)
    const { angle, offset } = line
    near = points.filter(({ x, y }) => Math.abs(x * Math.cos(angle) + y * Math.sin(angle) - offset) < reach)
  }
  return near.length < 10 ? line : lineThrough(near, side.angle)
}
