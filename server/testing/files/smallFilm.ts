import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The size and the length in seconds of the small film. */
export const SMALL = { width: 64, height: 48, fps: 10, seconds: 4 }

/** The colours of its bars, as red, green and blue. */
export const BARS = [
  [14, 60, 62],
  [246, 239, 224],
  [176, 85, 63],
]

/** The height of its moving line in pixels. */
export const LINE = 2

/** A film that browsers play: bars of colour, over which a black line moves down by its own height with each frame. */
export const smallFilm = readFileSync(join(import.meta.dirname, '../../../fixtures/films/bars.mp4'))
