/** Films are coded in squares of so many pixels. */
export const SIDE = 16

/** Brightness, and the differences of blue and red of every second pixel, after BT.601. */
const BRIGHT = { base: 16, red: 65.481, green: 128.553, blue: 24.966 }
const BLUENESS = { base: 128, red: -37.797, green: -74.203, blue: 112 }
const REDNESS = { base: 128, red: 112, green: -93.786, blue: -18.214 }

const HALF = SIDE / 2
const BYTES = SIDE * SIDE + 2 * HALF * HALF

/** The squares of a picture, row by row, each with its brightness before its two colours. */
export function macroblocksOf(rgb: Buffer, width: number, height: number): Buffer[] {
  const blocks: Buffer[] = []
  for (let top = 0; top < height; top += SIDE)
    for (let left = 0; left < width; left += SIDE) blocks.push(macroblock(left, top))
  return blocks

  function macroblock(left: number, top: number): Buffer {
    const block = Buffer.alloc(BYTES)
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++) block[y * SIDE + x] = amount(BRIGHT, left + x, top + y, 1)
    for (const [plane, part] of [BLUENESS, REDNESS].entries())
      for (let y = 0; y < HALF; y++)
        for (let x = 0; x < HALF; x++)
          block[SIDE * SIDE + (plane * HALF + y) * HALF + x] = amount(part, left + 2 * x, top + 2 * y, 2)
    return block
  }

  /** Of so many pixels in each direction. */
  function amount(
    { base, red, green, blue }: typeof BRIGHT,
    left: number,
    top: number,
    side: number,
  ): number {
    let sum = 0
    for (let y = top; y < top + side; y++)
      for (let x = left; x < left + side; x++) {
        const at = (y * width + x) * 3
        sum += red * (rgb[at] ?? 0) + green * (rgb[at + 1] ?? 0) + blue * (rgb[at + 2] ?? 0)
      }
    return Math.round(base + sum / (255 * side * side))
  }
}
