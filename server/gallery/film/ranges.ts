import { setImmediate as turn } from 'node:timers/promises'
import { type Box, damaged } from './boxes.ts'
import { addPrivate, type PrivateBytes } from './privates.ts'
import { sortByTurns } from './sortByTurns.ts'

/** More pieces than any film of the size that is taken has. */
const MOST = 1_000_000
/** After so many, others have their turn. */
const AT_ONCE = 50_000

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

/** Adds what of some boxes' contents none of the ranges covers. Ranges that are not within a box name what is not there. */
export async function addGaps(
  privates: PrivateBytes[],
  boxes: readonly Box[],
  ranges: Ranges,
): Promise<void> {
  const starts = await sortByTurns(ranges.starts)
  // Where parts overlap, the order of starts and that of ends still tell where nothing is covered.
  const ends = await sortByTurns(ranges.ends)
  let next = 0
  for (const { contentStart, end } of boxes) {
    let covered = contentStart
    for (; next < starts.length && (starts[next] ?? 0) < end; next += 1) {
      const start = starts[next] ?? 0
      if (start < contentStart || (ends[next] ?? 0) > end) throw damaged()
      if (start > covered) addPrivate(privates, { start: covered, end: start - 1, becomes: 'zeros' })
      covered = Math.max(covered, ends[next] ?? 0)
      if (next % AT_ONCE === 0) await turn()
    }
    if (covered < end) addPrivate(privates, { start: covered, end: end - 1, becomes: 'zeros' })
  }
  if (next < starts.length) throw damaged()
}
