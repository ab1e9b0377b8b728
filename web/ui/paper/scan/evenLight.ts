import type { Pixels } from './geometry.ts'

/** The long side of a page in cells. In each of them the brightness of the paper is measured. */
const CELLS = 64
/** The share of a cell's pixels that may be darker than its paper. */
const INK = 0.8
/** A cell that is darker than this share of those around it is a photograph or a black area, not a shadow. */
const DARKEST_SHADOW = 0.5
/** How far around it is compared, in cells. */
const AROUND = 4

/** The shares of the paper's brightness that become black and white. White paper makes a small file. */
const GREY = { black: 0.2, white: 0.9 }
const COLOUR = { black: 0.08, white: 0.93 }

/** Removes shadows from a page, and its colours if they are not wanted. Returns how bright its paper was, of 255. */
export function evenLight(page: Pixels, isColour: boolean): number {
  if (!isColour) removeColour(page)
  const channels = isColour ? 3 : 1
  const grids = Array.from({ length: channels }, (_, channel) => paperIn(page, channel))
  for (let channel = 0; channel < channels; channel++)
    divide(page, grids[channel] as Grid, channel, isColour ? COLOUR : GREY)
  if (!isColour) copyFirstChannel(page)
  return median((grids[1] ?? grids[0])?.data ?? new Float32Array())
}

function removeColour({ data }: Pixels): void {
  for (let at = 0; at < data.length; at += 4)
    data[at] = 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0)
}

function copyFirstChannel({ data }: Pixels): void {
  for (let at = 0; at < data.length; at += 4) {
    const grey = data[at] ?? 0
    data[at + 1] = grey
    data[at + 2] = grey
  }
}

type Grid = { columns: number; rows: number; cell: number; data: Float32Array }

/** The brightness of the paper in each cell. */
function paperIn({ width, height, data }: Pixels, channel: number): Grid {
  const cell = Math.ceil(Math.max(width, height) / CELLS)
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const grid = new Float32Array(columns * rows)
  const counts = new Uint32Array(256)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      counts.fill(0)
      let total = 0
      const [right, bottom] = [Math.min(width, (column + 1) * cell), Math.min(height, (row + 1) * cell)]
      for (let y = row * cell; y < bottom; y += 2)
        for (let x = column * cell; x < right; x += 2) {
          const value = data[(y * width + x) * 4 + channel] ?? 0
          counts[value] = (counts[value] ?? 0) + 1
          total += 1
        }
      grid[row * columns + column] = valueAtRank(counts, total * INK)
    }
  return { columns, rows, cell, data: smooth(withoutDarkAreas(grid, columns, rows), columns, rows) }
}

/** The value at a rank, counted from the smallest. */
function valueAtRank(counts: Uint32Array, rank: number): number {
  let below = 0
  return counts.findIndex((count) => (below += count) >= rank)
}

const withoutDarkAreas = (grid: Float32Array, columns: number, rows: number) =>
  grid.map((value, at) => {
    let lightest = 0
    around(at, columns, rows, AROUND, (other) => {
      lightest = Math.max(lightest, grid[other] ?? 0)
    })
    return Math.max(value, lightest * DARKEST_SHADOW, 8)
  })

const smooth = (grid: Float32Array, columns: number, rows: number) =>
  grid.map((_, at) => {
    let [sum, count] = [0, 0]
    around(at, columns, rows, 1, (other) => {
      sum += grid[other] ?? 0
      count += 1
    })
    return sum / count
  })

function around(
  at: number,
  columns: number,
  rows: number,
  reach: number,
  visit: (other: number) => void,
): void {
  const [column, row] = [at % columns, Math.floor(at / columns)]
  for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y++)
    for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x++)
      visit(y * columns + x)
}

/** Divides each pixel by the brightness of the paper there, which is interpolated between the cells. */
function divide({ width, height, data }: Pixels, grid: Grid, channel: number, to: typeof GREY): void {
  const { columns, cell } = grid
  const line = new Float32Array(columns + 1)
  const across = cellPositions(width, cell, columns)
  const down = cellPositions(height, cell, grid.rows)
  const gain = 255 / (to.white - to.black)
  for (let y = 0; y < height; y++) {
    const above = (down.before[y] ?? 0) * columns
    const below = Math.min(above + columns, (grid.rows - 1) * columns)
    for (let column = 0; column < columns; column++) {
      const upper = grid.data[above + column] ?? 0
      line[column] = upper + ((grid.data[below + column] ?? 0) - upper) * (down.beyond[y] ?? 0)
    }
    line[columns] = line[columns - 1] ?? 0
    for (let x = 0; x < width; x++) {
      const left = across.before[x] ?? 0
      const one = line[left] ?? 0
      const paper = one + ((line[left + 1] ?? 0) - one) * (across.beyond[x] ?? 0)
      const at = (y * width + x) * 4 + channel
      data[at] = ((data[at] ?? 0) / paper - to.black) * gain
    }
  }
}

/** For each pixel the cell whose middle is before it, and how far it is from there to the middle of the next. */
function cellPositions(length: number, cell: number, count: number) {
  const positions = { before: new Uint16Array(length), beyond: new Float32Array(length) }
  for (let pixel = 0; pixel < length; pixel++) {
    const position = Math.min(count - 1, Math.max(0, (pixel + 0.5) / cell - 0.5))
    positions.before[pixel] = position
    positions.beyond[pixel] = position - Math.floor(position)
  }
  return positions
}

const median = (values: Float32Array) => values.toSorted()[values.length >> 1] ?? 0
