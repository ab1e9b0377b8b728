import type { Pixels, Size } from './geometry.ts'

/** One number for each pixel. */
export type Plane = Size & { data: Float32Array }

/** A pixel on an edge. The angle points to the lighter side. */
export type Edge = { x: number; y: number; angle: number; strength: number }

/**
 * How much each pixel looks like paper: the mean of its brightness and its darkest channel, because paper has no
 * colour, but wood and cloth do.
 */
export function paperPlane({ width, height, data }: Pixels): Plane {
  const plane = new Float32Array(width * height)
  for (let at = 0; at < plane.length; at++) {
    const [red = 0, green = 0, blue = 0] = [data[at * 4], data[at * 4 + 1], data[at * 4 + 2]]
    plane[at] = (0.3 * red + 0.59 * green + 0.11 * blue + Math.min(red, green, blue)) / 2
  }
  return { width, height, data: plane }
}

/** The mean of a square around each pixel, which near the border repeats the last pixel. */
export function blur(plane: Plane, radius: number): Plane {
  const { width, height } = plane
  const across = blurLines(plane.data, { count: height, step: width, length: width, stride: 1 }, radius)
  return {
    width,
    height,
    data: blurLines(across, { count: width, step: 1, length: height, stride: width }, radius),
  }
}

type Lines = { count: number; step: number; length: number; stride: number }

function blurLines(from: Float32Array, { count, step, length, stride }: Lines, radius: number): Float32Array {
  const to = new Float32Array(from.length)
  const span = 2 * radius + 1
  for (let line = 0; line < count; line++) {
    const start = line * step
    const at = (index: number) => from[start + Math.min(length - 1, Math.max(0, index)) * stride] ?? 0
    let sum = 0
    for (let index = -radius; index <= radius; index++) sum += at(index)
    for (let index = 0; index < length; index++) {
      to[start + index * stride] = sum / span
      sum += at(index + radius + 1) - at(index - radius)
    }
  }
  return to
}

/** The value between four pixels. */
export function valueAt({ width, height, data }: Plane, x: number, y: number): number {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x)))
  const top = Math.min(height - 2, Math.max(0, Math.floor(y)))
  const [right, below] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))]
  const at = top * width + left
  const upper = (data[at] ?? 0) * (1 - right) + (data[at + 1] ?? 0) * right
  const lower = (data[at + width] ?? 0) * (1 - right) + (data[at + width + 1] ?? 0) * right
  return upper * (1 - below) + lower * below
}

/** How far on both sides of an edge its grounds are compared, in pixels: farther than a printed line is wide. */
const BESIDE = [3, 5]

/** How much lighter one side of an edge is than the other one. At a printed line both are paper. */
export const contrastAt = (plane: Plane, x: number, y: number, cos: number, sin: number): number =>
  BESIDE.reduce(
    (sum, away) =>
      sum + valueAt(plane, x + away * cos, y + away * sin) - valueAt(plane, x - away * cos, y - away * sin),
    0,
  ) / BESIDE.length

/** The contrast of a step from one ground to another is larger than its steepest change. */
const STEP = 0.6

/** The least change of brightness that counts, even in a photograph without any texture. */
const LEAST = 3
/** How far an edge must be above the ordinary texture of the photograph. */
const ABOVE_TEXTURE = 2.2

/**
 * The pixels where one ground ends and a lighter one begins, each edge one pixel wide, and the least strength of an edge.
 * Letters and printed lines are excluded.
 */
export function edgesIn(plane: Plane): { edges: Edge[]; least: number } {
  const { width, height, data } = plane
  const [strengths, across, down] = [
    new Float32Array(data.length),
    new Float32Array(data.length),
    new Float32Array(data.length),
  ]
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const dx = (data[at + 1] ?? 0) - (data[at - 1] ?? 0)
      const dy = (data[at + width] ?? 0) - (data[at - width] ?? 0)
      across[at] = dx
      down[at] = dy
      strengths[at] = Math.hypot(dx, dy)
    }
  const least = Math.max(LEAST, ABOVE_TEXTURE * medianOf(strengths))
  const edges: Edge[] = []
  for (let y = 2; y < height - 2; y++)
    for (let x = 2; x < width - 2; x++) {
      const at = y * width + x
      const strength = strengths[at] ?? 0
      if (strength < least) continue
      const [dx, dy] = [(across[at] ?? 0) / strength, (down[at] ?? 0) / strength]
      const toward = at + Math.round(dy) * width + Math.round(dx)
      const away = at - Math.round(dy) * width - Math.round(dx)
      if (strength < (strengths[toward] ?? 0) || strength <= (strengths[away] ?? 0)) continue
      if (contrastAt(plane, x, y, dx, dy) > STEP * strength)
        edges.push({ x, y, angle: Math.atan2(dy, dx), strength })
    }
  return { edges, least }
}

function medianOf(values: Float32Array): number {
  const counts = new Uint32Array(256)
  for (const value of values) {
    const bin = Math.min(255, Math.round(value * 2))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  let below = 0
  const median = counts.findIndex((count) => (below += count) >= values.length / 2)
  return median / 2
}
