import type { Edge } from './edges.ts'
import type { Point, Size } from './geometry.ts'

/**
 * A straight edge, of any length. Its points are those whose x · cos(angle) + y · sin(angle), from the centre of the
 * photograph, is `offset`. The angle points to the lighter side.
 */
export type Line = { angle: number; offset: number; isBorder?: boolean }

const ANGLES = 180
const STEP = (2 * Math.PI) / ANGLES
/** An edge's angle is known to about eight degrees. */
const SPREAD = 2
/** Pixels for each step of the offset. */
const OFFSET = 2
/** A strong edge, such as a black line, counts no more than this. */
const MOST_STRENGTH = 16
/** The sides of the paper are among the longest lines, but not always the longest. */
const MOST_LINES = 26

/** The longest straight edges: each edge pixel votes for the lines on which it may be, as in a Hough transform. */
export function linesIn(edges: Edge[], size: Size): Line[] {
  const centred = edges.map((edge) => ({ ...edge, x: edge.x - size.width / 2, y: edge.y - size.height / 2 }))
  const votes = countVotes(centred, size)
  const peaks = [...votes.entries()]
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one)
    .slice(0, 4_000)
  const chosen: { angle: number; offset: number }[] = []
  const offsets = offsetsOf(size)
  for (const [at] of peaks) {
    if (chosen.length === MOST_LINES) break
    const peak = { angle: Math.floor(at / offsets), offset: at % offsets }
    const isKnown = chosen.some(({ angle, offset }) => {
      const turn = Math.abs(angle - peak.angle)
      return Math.min(turn, ANGLES - turn) <= 4 && Math.abs(offset - peak.offset) <= 3
    })
    if (!isKnown) chosen.push(peak)
  }
  return chosen.flatMap(({ angle, offset }) => {
    const rough = { angle: angle * STEP, offset: (offset - (offsets - 1) / 2) * OFFSET }
    return fitLine(centred, fitLine(centred, rough, 5) ?? rough, 2.5) ?? []
  })
}

const offsetsOf = ({ width, height }: Size) => 2 * Math.ceil(Math.hypot(width, height) / 2 / OFFSET) + 3

function countVotes(edges: Edge[], size: Size): Float32Array {
  const offsets = offsetsOf(size)
  const votes = new Float32Array(ANGLES * offsets)
  const middle = (offsets - 1) / 2
  for (const { x, y, angle, strength } of edges) {
    const bin = Math.round(angle / STEP)
    for (let near = bin - SPREAD; near <= bin + SPREAD; near++) {
      const index = (near + 2 * ANGLES) % ANGLES
      const offset = x * Math.cos(index * STEP) + y * Math.sin(index * STEP)
      const at = index * offsets + Math.round(offset / OFFSET + middle)
      votes[at] = (votes[at] ?? 0) + Math.min(strength, MOST_STRENGTH)
    }
  }
  return votes
}

/** The line through the edge pixels near a rough line, by least squares; undefined if there are too few. */
function fitLine(edges: Edge[], rough: Line, reach: number): Line | undefined {
  const [cos, sin] = [Math.cos(rough.angle), Math.sin(rough.angle)]
  const near = edges.filter(
    ({ x, y, angle }) =>
      Math.abs(x * cos + y * sin - rough.offset) < reach && Math.cos(angle - rough.angle) > 0.94,
  )
  return near.length < 12 ? undefined : lineThrough(near, rough.angle)
}

/** The line closest to the points, with its lighter side nearest to a known angle. */
export function lineThrough(points: Point[], toward: number): Line {
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length
  const y = points.reduce((sum, point) => sum + point.y, 0) / points.length
  let [xx, xy, yy] = [0, 0, 0]
  for (const point of points) {
    xx += (point.x - x) ** 2
    xy += (point.x - x) * (point.y - y)
    yy += (point.y - y) ** 2
  }
  const along = Math.atan2(2 * xy, xx - yy) / 2
  const normal = along + Math.PI / 2
  const angle = Math.cos(normal - toward) >= 0 ? normal : normal + Math.PI
  return { angle, offset: x * Math.cos(angle) + y * Math.sin(angle) }
}

/** Where two lines cross, from the centre of the photograph; undefined if they are nearly parallel. */
export function crossing(one: Line, other: Line): Point | undefined {
  const [a, b, c, d] = [
    Math.cos(one.angle),
    Math.sin(one.angle),
    Math.cos(other.angle),
    Math.sin(other.angle),
  ]
  const area = a * d - b * c
  if (Math.abs(area) < 0.2) return undefined
  return { x: (one.offset * d - other.offset * b) / area, y: (a * other.offset - c * one.offset) / area }
}
