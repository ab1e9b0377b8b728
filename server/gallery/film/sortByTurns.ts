import { setImmediate as turn } from 'node:timers/promises'

/** After so many, others have their turn. */
const AT_ONCE = 50_000

/** Sorts very many numbers, others having their turn every now and then. */
export async function sortByTurns(numbers: readonly number[]): Promise<Float64Array> {
  let from = Float64Array.from(numbers)
  for (let at = 0; at < from.length; at += AT_ONCE) {
    from.subarray(at, at + AT_ONCE).sort()
    await turn()
  }
  let to = new Float64Array(from.length)
  for (let sorted = AT_ONCE; sorted < from.length; sorted *= 2) {
    for (let at = 0; at < from.length; at += 2 * sorted) await merge(from, to, at, sorted)
    ;[from, to] = [to, from]
  }
  return from
}

/** Makes one of the two sorted parts that lie from a place on. */
async function merge(from: Float64Array, to: Float64Array, start: number, sorted: number): Promise<void> {
  const middle = Math.min(start + sorted, from.length)
  const end = Math.min(middle + sorted, from.length)
  let [left, right] = [start, middle]
  for (let at = start; at < end; at += 1) {
    const isLeft = right === end || (left < middle && (from[left] ?? 0) <= (from[right] ?? 0))
    to[at] = (isLeft ? from[left] : from[right]) ?? 0
    if (isLeft) left += 1
    else right += 1
    if (at % AT_ONCE === 0) await turn()
  }
}
