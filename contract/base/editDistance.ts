/**
 * The number of characters to add, remove, change, or swap with their neighbour to turn one text into the other;
 * any number above `most` if there are more.
 */
export function editDistance(one: string, other: string, most = Number.POSITIVE_INFINITY): number {
  let before: number[] = []
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const current = [i]
    let least = i
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let cost = Math.min(at(previous, j) + 1, at(current, j - 1) + 1, at(previous, j - 1) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, at(before, j - 2) + 1)
      current.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return least
    before = previous
    previous = current
  }
  return at(previous, other.length)
}

const at = (row: number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY
