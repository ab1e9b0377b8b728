import { fold } from '#contract/base/lists.ts'
import { isSlip, nameGuesser, nameWords } from '#contract/base/nameGuesser.ts'
import type { NameGuess } from './guessLookup.ts'

/** Words that many names have. */
const GENERAL = new Set(
  'the school high secondary senior junior primary academy special college girls boys saint mount of and mr mrs miss ms madam mwalimu sir'.split(
    ' ',
  ),
)
const GUESSES_MAX = 3
/** Comparing each with each takes too long for a column that was assigned by mistake. */
const COMPARED_MAX = 300

/**
 * Finds the registered school, cluster or officer that a name means. Those with a word in common are guesses, the one with most of
 * its words first; among equals one with a word that `likely` prefers.
 */
export function guessPlace(ours: readonly string[], texts: number) {
  const certainly = nameGuesser(ours)
  const exactly = new Map(ours.map((name) => [fold(name), name]))
  const byWord = Map.groupBy(
    ours.flatMap((name) => [...new Set(nameWords(name))].map((word) => ({ name, word }))),
    ({ word }) => word,
  )
  const named = (word: string) => {
    const same = byWord.get(word)
    if (same || texts > COMPARED_MAX) return same ?? []
    return [...byWord].flatMap(([each, of]) => (isSlip(each, word) ? of : []))
  }
  return (said: string, likely?: 'girls' | 'boys'): NameGuess => {
    const certain = exactly.get(fold(said)) ?? certainly(said)
    if (certain) return { certain, guesses: [] }
    const words = nameWords(said)
    const initials = new Set(words.map((word) => word[0]))
    const own = words.filter((word) => word.length > 1 && !GENERAL.has(word))
    const found = Map.groupBy(own.flatMap(named), ({ name }) => name)
    const rank = (name: string) => {
      const its = nameWords(name)
      const shared = its.filter((word) => words.includes(word)).length
      const like = its.filter((word) => initials.has(word[0])).length
      return 100 * shared + 10 * like + (likely && its.includes(likely) ? 5 : 0)
    }
    const guesses = [...found.keys()].toSorted((a, b) => rank(b) - rank(a))
    return { certain: undefined, guesses: guesses.slice(0, GUESSES_MAX) }
  }
}
