/** Picks one of several at random; the same seed picks the same. */
export type Pick = <T>(from: readonly T[]) => T

/** A seeded random generator, so that every demo shows the same charity. */
export function createPick(seed: number): Pick {
  let state = seed
  return <T>(from: readonly T[]) => {
    // A linear congruential generator with the usual constants; its high bits are the random ones.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return from[Math.floor((state / 2 ** 32) * from.length)] as T
  }
}
