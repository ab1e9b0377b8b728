import {
  type Corners,
  distance,
  type Perspective,
  perspectiveOf,
  type Pixels,
  shapeOf,
  type Size,
} from './geometry.ts'

/** The long side of a page in pixels: a letter 2.5 mm high gets 17 of them. */
const LONG_SIDE = 2_000

/** The size of the straightened page: no larger than it is in the photograph. */
export function pageSize(corners: Corners, photo: Size): Size {
  const [p0, p1, p2, p3] = corners
  const longest = Math.max(distance(p0, p1), distance(p1, p2), distance(p2, p3), distance(p3, p0))
  const long = Math.round(Math.min(LONG_SIDE, Math.max(400, longest * 1.05)))
  const shape = shapeOf(corners, photo)
  return shape > 1
    ? { width: long, height: Math.round(long / shape) }
    : { width: Math.round(long * shape), height: long }
}

/** The page between the corners, which are given in pixels, as if it were photographed from straight above. */
export function straighten(photo: Pixels, corners: Corners, size: Size): Pixels {
  const { width, height } = size
  const [a, b, c, d, e, f, g, h]: Perspective = perspectiveOf(corners)
  const page = new Uint8ClampedArray(width * height * 4)
  const [from, stride] = [photo.data, photo.width * 4]
  const [lastX, lastY] = [photo.width - 1.001, photo.height - 1.001]
  let to = 0
  for (let row = 0; row < height; row++) {
    const v = (row + 0.5) / height
    for (let column = 0; column < width; column++) {
      const u = (column + 0.5) / width
      const depth = g * u + h * v + 1
      const x = Math.min(lastX, Math.max(0, (a * u + b * v + c) / depth - 0.5))
      const y = Math.min(lastY, Math.max(0, (d * u + e * v + f) / depth - 0.5))
      const [left, top] = [x | 0, y | 0]
      const [right, below] = [x - left, y - top]
      const upperLeft = (1 - right) * (1 - below)
      const upperRight = right * (1 - below)
      const lowerLeft = (1 - right) * below
      const lowerRight = right * below
      const upper = top * stride + left * 4
      const lower = upper + stride
      // Written out, because a loop over three channels takes half as long again.
      page[to] =
        (from[upper] ?? 0) * upperLeft +
        (from[upper + 4] ?? 0) * upperRight +
        (from[lower] ?? 0) * lowerLeft +
        (from[lower + 4] ?? 0) * lowerRight
      page[to + 1] =
        (from[upper + 1] ?? 0) * upperLeft +
        (from[upper + 5] ?? 0) * upperRight +
        (from[lower + 1] ?? 0) * lowerLeft +
        (from[lower + 5] ?? 0) * lowerRight
      page[to + 2] =
        (from[upper + 2] ?? 0) * upperLeft +
        (from[upper + 6] ?? 0) * upperRight +
        (from[lower + 2] ?? 0) * lowerLeft +
        (from[lower + 6] ?? 0) * lowerRight
      page[to + 3] = 255
      to += 4
    }
  }
  return { width, height, data: page }
}
