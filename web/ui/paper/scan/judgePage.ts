import type { Pixels } from './geometry.ts'

/** `dark`: too dark to read. `blurred`: the letters have no sharp edges. */
export type PageProblem = 'dark' | 'blurred'

/** Paper that is darker than this, of 255, is too noisy to read. */
const DARK = 52
/** Every fourth row is enough to judge. */
const ROWS = 4
/** Blur cannot be measured without ink. */
const LEAST_INK = 0.002
/** A change between black and white within two pixels. */
const SHARP_STEP = 130
/** A sharp letter has at least this many of them for each grey pixel. */
const LEAST_SHARP = 0.12

/** What is wrong with a page whose light was evened. `paper` is how bright its paper was before, of 255. */
export function judgePage({ width, height, data }: Pixels, paper: number): PageProblem | undefined {
  if (paper < DARK) return 'dark'
  let [steps, greys, pixels] = [0, 0, 0]
  for (let y = 0; y < height; y += ROWS)
    for (let x = 1; x < width - 1; x++) {
      const at = (y * width + x) * 4
      const value = data[at] ?? 0
      pixels += 1
      if (value > 40 && value < 215) greys += 1
      if (Math.abs((data[at + 4] ?? 0) - (data[at - 4] ?? 0)) > SHARP_STEP) steps += 1
    }
  return greys > LEAST_INK * pixels && steps < LEAST_SHARP * greys ? 'blurred' : undefined
}
