import { yieldToRequests } from '../../base/yieldToRequests.ts'
import { type Box, damaged } from './boxes.ts'
import { addPrivate, type PrivateBytes } from './privates.ts'

/** More ranges than any film within the size limit has. */
const MOST = 1_000_000
/** The number of steps between two yields to other requests. */
const AT_ONCE = 50_000

/** Byte ranges of a file in any order. Two arrays of numbers save memory: a long film has a hundred thousand ranges. */
export type Ranges = { starts: number[]; ends: number[] }

export const noRanges = (): Ranges => ({ starts: [], ends: [] })

/** Adds the bytes from `start` up to, and not including, `end`. */
export function addRange({ starts, ends }: Ranges, start: number, end: number): void {
  if (end <= start) return
  if (starts.length === MOST) throw damaged()
  if (ends.at(-1) === start) ends[ends.length - 1] = end
  else {
    starts.push(start)
    ends.push(end)
  }
}

/** Adds the bytes of the boxes' contents that no range covers. A range outside all boxes means a damaged film. */
export async function addGaps(
  privates: PrivateBytes[],
  boxes: readonly Box[],
  ranges: Ranges,
): Promise<void> {
  const starts = await sortInBatches(ranges.starts)
  // Starts and ends are sorted separately: even where ranges overlap, the two orders show which bytes nothing covers.
  const ends = await sortInBatches(ranges.ends)
  let next = 0
  for (const { contentStart, end } of boxes) {
    let covered = contentStart
    for (; next < starts.length && (starts[next] ?? 0) < end; next += 1) {
      const start = starts[next] ?? 0
      if (start < contentStart || (ends[next] ?? 0) > end) throw damaged()
      if (start > covered) addPrivate(privates, { start: covered, end: start - 1, becomes: 'zeros' })
      covered = Math.max(covered, ends[next] ?? 0)
      if (next % AT_ONCE === 0) await yieldToRequests()
    }
    if (covered < end) addPrivate(privates, { start: covered, end: end - 1, becomes: 'zeros' })
  }
  if (next < starts.length) throw damaged()
}

/** Sorts a very long list of numbers and yields to other requests in between. */
export async function sortInBatches(numbers: readonly number[]): Promise<Float64Array> {
  let from = Float64Array.from(numbers)
  for (let at = 0; at < from.length; at += AT_ONCE) {
    from.subarray(at, at + AT_ONCE).sort()
    await yieldToRequests()
  }
  let to = new Float64Array(from.length)
  for (let sorted = AT_ONCE; sorted < from.length; sorted *= 2) {
    for (let at = 0; at < from.length; at += 2 * sorted) await merge(from, to, at, sorted)
    ;[from, to] = [to, from]
  }
  return from
}

/** Merges the two sorted parts that begin at `start`. */
async function merge(from: Float64Array, to: Float64Array, start: number, sorted: number): Promise<void> {
  const middle = Math.min(start + sorted, from.length)
  const end = Math.min(middle + sorted, from.length)
  let [left, right] = [start, middle]
  for (let at = start; at < end; at += 1) {
    const isLeft = right === end || (left < middle && (from[left] ?? 0) <= (from[right] ?? 0))
    to[at] = (isLeft ? from[left] : from[right]) ?? 0
    if (isLeft) left += 1
    else right += 1
    if (at % AT_ONCE === 0) await yieldToRequests()
  }
}
