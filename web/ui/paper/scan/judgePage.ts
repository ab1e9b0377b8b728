import type { Pixels } from './geometry.ts'
import { isSideways } from './isSideways.ts'

/** `dark`: too dark to read. `blurred`: the letters have no sharp edges. `sideways`: its lines of text run down the page. */
export type PageProblem = 'dark' | 'blurred' | 'sideways'

/** Paper that is darker than this, of 255, has too few shades to read. */
const BLACK = 10
/** Paper that is darker than this may be too noisy to read: it is if less than `LEAST_WHITE` of the evened page is white. */
const DIM = 60
const LEAST_WHITE = 0.7
/** Every fourth row is enough to judge. */
const ROWS = 4
/** A pixel that is at least this bright has no ink. */
const WHITE = 215
/** Blur cannot be measured without ink. */
const LEAST_INK = 0.002
/** A change between black and white within two pixels. */
const SHARP_STEP = 130
/** A sharp letter has at least this many of them for each grey pixel. */
const LEAST_SHARP = 0.12

/** What is wrong with a page whose light was evened. `paper` is how bright its paper was before, of 255. */
export function judgePage(page: Pixels, paper: number): PageProblem | undefined {
  const { width, height, data } = page
  if (paper < BLACK) return 'dark'
  let [steps, greys, whites, pixels] = [0, 0, 0, 0]
  for (let y = 0; y < height; y += ROWS)
    for (let x = 1; x < width - 1; x++) {
      const at = (y * width + x) * 4
      const value = data[at] ?? 0
      pixels += 1
      if (value > 40 && value < WHITE) greys += 1
      if (value >= WHITE) whites += 1
      if (Math.abs((data[at + 4] ?? 0) - (data[at - 4] ?? 0)) > SHARP_STEP) steps += 1
    }
  if (paper < DIM && whites < LEAST_WHITE * pixels) return 'dark'
  if (greys > LEAST_INK * pixels && steps < LEAST_SHARP * greys) return 'blurred'
  return isSideways(page) ? 'sideways' : undefined
}
