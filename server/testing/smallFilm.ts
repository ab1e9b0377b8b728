import { drawFilm } from '../../demo/film/drawFilm.ts'

export const SMALL = { width: 64, height: 48, fps: 10 }

/** What its bars show unless they are given others, as red, green and blue. */
export const BARS = [
  [14, 60, 62],
  [246, 239, 224],
  [176, 85, 63],
]

/** How high the line is that moves. */
export const LINE = 2

/** A film that browsers play, drawn in a moment: bars of colour, before which a black line moves down. */
export function smallFilm({ seconds = 1, bars = BARS } = {}): Buffer {
  const pictures = Array.from({ length: seconds * SMALL.fps }, (_, number) => drawBars(bars, number))
  return drawFilm(pictures, SMALL)
}

function drawBars(bars: number[][], number: number): Buffer {
  const { width, height } = SMALL
  const picture = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isLine = Math.floor(y / LINE) === number % (height / LINE)
      const bar = bars[Math.floor((x * bars.length) / width)] ?? []
      picture.set(isLine ? [0, 0, 0] : bar, (y * width + x) * 3)
    }
  return picture
}
