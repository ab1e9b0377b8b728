export type Point = { x: number; y: number }
export type Size = { width: number; height: number }

/** The corners of a page, clockwise from the upper left one. */
export type Corners = readonly [Point, Point, Point, Point]

/** Pixels as a canvas returns them: red, green, blue and opacity. */
export type Pixels = Size & { data: Uint8ClampedArray<ArrayBuffer> }

export const scaleCorners = (corners: Corners, { width, height }: Size): Corners =>
  corners.map(({ x, y }) => ({ x: x * width, y: y * height })) as unknown as Corners

/** The corners of the same page after quarter turns clockwise. */
export const turnCorners = (corners: Corners, turns: number): Corners =>
  corners.map((_, index) => corners[(index + 4 - (turns % 4)) % 4]) as unknown as Corners

/** Where a point of an upright photograph, in fractions, is after quarter turns clockwise. */
export function turnPoint({ x, y }: Point, turns: number): Point {
  return [
    { x, y },
    { x: 1 - y, y: x },
    { x: 1 - x, y: 1 - y },
    { x: y, y: 1 - x },
  ][((turns % 4) + 4) % 4] as Point
}

/** Whether the corners are those of a page seen from the front, in their order. */
export const isConvex = (corners: Corners): boolean =>
  corners.every((corner, index) => {
    const [next, afterNext] = [corners[(index + 1) % 4], corners[(index + 2) % 4]] as [Point, Point]
    return cross(minus(next, corner), minus(afterNext, next)) > 1e-6
  })

export const distance = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y)

const minus = (to: Point, from: Point): Point => ({ x: to.x - from.x, y: to.y - from.y })
const cross = (one: Point, other: Point) => one.x * other.y - one.y * other.x

/**
 * The perspective that shows a page at its corners, as eight numbers: the point (u, v) of the page, in fractions, is at
 * ((au + bv + c) / (gu + hv + 1), (du + ev + f) / (gu + hv + 1)).
 */
export type Perspective = readonly [number, number, number, number, number, number, number, number]

export function perspectiveOf([p0, p1, p2, p3]: Corners): Perspective {
  const [right, left] = [minus(p1, p2), minus(p3, p2)]
  const sum = { x: p0.x - p1.x + p2.x - p3.x, y: p0.y - p1.y + p2.y - p3.y }
  const area = cross(right, left)
  const g = cross(sum, left) / area
  const h = cross(right, sum) / area
  return [
    p1.x - p0.x + g * p1.x,
    p3.x - p0.x + h * p3.x,
    p0.x,
    p1.y - p0.y + g * p1.y,
    p3.y - p0.y + h * p3.y,
    p0.y,
    g,
    h,
  ]
}

export function project([a, b, c, d, e, f, g, h]: Perspective, u: number, v: number): Point {
  const depth = g * u + h * v + 1
  return { x: (a * u + b * v + c) / depth, y: (d * u + e * v + f) / depth }
}

/** The focal length of nearly all phones, in long sides of the photograph. */
const FOCAL = 0.75
const A4 = 210 / 297
/** How far the shape of a page may be from A4 to be taken as A4: corners are found with a small error. */
const NEARLY = 0.1

/**
 * The width of the photographed page divided by its height, by the method of Zhang and He, "Whiteboard scanning and
 * image enhancement": a page that is photographed at an angle looks shorter than it is.
 */
export function shapeOf(corners: Corners, photo: Size): number {
  const focal = FOCAL * Math.max(photo.width, photo.height)
  const [p1, p2, p4, p3] = corners.map(({ x, y }) => [x - photo.width / 2, y - photo.height / 2, 1]) as [
    Vector,
    Vector,
    Vector,
    Vector,
  ]
  const across = dot(product(p1, p4), p3) / dot(product(p2, p4), p3)
  const down = dot(product(p1, p4), p2) / dot(product(p3, p4), p2)
  const lengthOf = (side: Vector, share: number) =>
    Math.hypot(share * side[0] - p1[0], share * side[1] - p1[1], (share * side[2] - p1[2]) * focal)
  const shape = lengthOf(p2, across) / lengthOf(p3, down)
  const standard = [A4, 1 / A4].find((known) => Math.abs(Math.log(shape / known)) < NEARLY)
  return standard ?? Math.min(4, Math.max(0.25, shape))
}

/** Receipts, and A4 cut lengthwise, are narrower than the first; Legal to Letter, and so A4 and its halves, are between the others. */
const [STRIP, LEGAL, LETTER] = [0.52, 0.59, 0.8]

/** Whether paper has this width divided by its height. */
export function isPaperShape(shape: number): boolean {
  const narrow = Math.min(shape, 1 / shape)
  return narrow < STRIP || (narrow > LEGAL && narrow < LETTER)
}

type Vector = [number, number, number]
const product = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
