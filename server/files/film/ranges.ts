import type { ByteRange } from '../FileStore.ts'
import { type Box, damaged } from './boxes.ts'

/** More pieces than any film of the size that is taken has. */
const MOST = 1_000_000

/** Parts of a file, in any order, as few numbers as possible: a long film has a hundred thousand of them. */
export type Ranges = { starts: number[]; ends: number[] }

export const noRanges = (): Ranges => ({ starts: [], ends: [] })

/** Adds what lies from one place up to another. */
export function addRange({ starts, ends }: Ranges, start: number, end: number): void {
  if (end <= start) return
  if (starts.length === MOST) throw damaged()
  if (ends.at(-1) === start) ends[ends.length - 1] = end
  else {
    starts.push(start)
    ends.push(end)
  }
}

/** What of some boxes' contents none of the ranges covers. Ranges that are not within a box name what is not there. */
export function gapsIn(boxes: readonly Box[], ranges: Ranges): ByteRange[] {
  const starts = Float64Array.from(ranges.starts).sort()
  // Where parts overlap, the order of starts and that of ends still tell where nothing is covered.
  const ends = Float64Array.from(ranges.ends).sort()
  const gaps: ByteRange[] = []
  let next = 0
  for (const { contentStart, end } of boxes) {
    let covered = contentStart
    for (; next < starts.length && (starts[next] ?? 0) < end; next += 1) {
      const start = starts[next] ?? 0
      if (start < contentStart || (ends[next] ?? 0) > end) throw damaged()
      if (start > covered) gaps.push({ start: covered, end: start - 1 })
      covered = Math.max(covered, ends[next] ?? 0)
    }
    if (covered < end) gaps.push({ start: covered, end: end - 1 })
  }
  if (next < starts.length) throw damaged()
  return gaps
}
