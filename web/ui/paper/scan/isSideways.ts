import type { Pixels } from './geometry.ts'

/** The long side of a page in cells: about as high as a line of print, and wider than a letter. */
const CELLS = 100
/** Every second pixel is enough to judge. */
const STEP = 2
/** Measured: 0.3 to 0.6 where lines of text run down the page, 0.9 and more where they run across. */
const SIDEWAYS = 0.7

/** Whether the lines of text run down an evened page: then its ink changes less from row to row than from column to column. */
export function isSideways(page: Pixels): boolean {
  const { columns, rows, ink } = cornersOfInk(page)
  let [across, down] = [0, 0]
  for (let at = columns; at < columns * rows; at++) {
    if (at % columns === 0) continue
    across += Math.abs((ink[at] ?? 0) - (ink[at - 1] ?? 0))
    down += Math.abs((ink[at] ?? 0) - (ink[at - columns] ?? 0))
  }
  return down < SIDEWAYS * across
}

/** How much changes in both directions at once in each cell: letters have corners, the rules of a table hardly any. */
function cornersOfInk({ width, height, data }: Pixels) {
  // A multiple of the step, so that each cell has equally many judged pixels.
  const cell = STEP * Math.ceil(Math.max(width, height) / CELLS / STEP)
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const ink = new Float32Array(columns * rows)
  for (let y = 0; y < height - STEP; y += STEP)
    for (let x = 0; x < width - STEP; x += STEP) {
      const at = (y * width + x) * 4
      const value = data[at] ?? 0
      const change = Math.min(
        Math.abs((data[at + 4 * STEP] ?? 0) - value),
        Math.abs((data[at + 4 * STEP * width] ?? 0) - value),
      )
      const to = Math.floor(y / cell) * columns + Math.floor(x / cell)
      ink[to] = (ink[to] ?? 0) + change
    }
  return { columns, rows, ink }
}
