/** Takes one of several, by chance; the same seed takes the same. */
export type Pick = <T>(from: readonly T[]) => T

/** Chance that can be repeated: every demo shows the same charity. */
export function createPick(seed: number): Pick {
  let state = seed
  return <T>(from: readonly T[]) => {
    // A linear congruence with the usual constants; its high bits are the ones by chance.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return from[Math.floor((state / 2 ** 32) * from.length)] as T
  }
}
