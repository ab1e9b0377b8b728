import { editDistance } from '#contract/base/editDistance.ts'
import { wordsOf } from '#contract/searchMatch.ts'
import { foldedName } from '../../database/foldedName.ts'

/** A name prepared for comparison with many others. */
export type ComparedName = {
  folded: string
  /** The longest first. */
  words: string[]
  /** Equal for names with the same words in any order. */
  sorted: string
  /** The first letters of the words, in the order of the alphabet. Two names are similar only if they share one. */
  initials: string
}

export function comparedName(name: string): ComparedName {
  const words = wordsOf(name)
  return {
    folded: foldedName(name),
    words: words.toSorted((one, other) => other.length - one.length),
    sorted: words.toSorted().join(' '),
    initials: words
      .map((word) => word.slice(0, 1))
      .toSorted()
      .join(''),
  }
}

/** Whether both names have the same words in any order. */
export const hasSameWords = (one: ComparedName, other: ComparedName): boolean => one.sorted === other.sorted

/** Names with more words are compared as a whole: comparing all pairs of words would take too long. */
const WORDS_COMPARED = 8

/**
 * Whether two names may be of the same child: the longer name contains every word of the shorter, in any order and
 * perhaps misspelt or as an initial. A single word is not enough for a name with several, nor are initials alone.
 */
export function isSimilarName(one: ComparedName, other: ComparedName): boolean {
  if (hasSameWords(one, other)) return true
  const [shorter, longer] = one.words.length <= other.words.length ? [one, other] : [other, one]
  if ((shorter.words.length === 1 && longer.words.length > 1) || longer.words.length > WORDS_COMPARED)
    return isNear(one.folded, other.folded)
  if (shorter.words[0]?.length === 1 || longer.words[0]?.length === 1) return false
  const left = [...longer.words]
  for (const word of shorter.words) {
    const found = left.indexOf(word)
    const near = found >= 0 ? found : left.findIndex((each) => isNearWord(word, each))
    if (near < 0) return isNear(one.folded, other.folded)
    left.splice(near, 1)
  }
  return shorter.words.length > 0
}

const isNearWord = (one: string, other: string) =>
  one.length === 1 || other.length === 1 ? one.startsWith(other) || other.startsWith(one) : isNear(one, other)

/** Words of up to this length may differ in one letter, longer ones in two. */
const SHORT_WORD = 5
const LONGEST_COMPARED = 100

function isNear(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length)
  const most = longest <= SHORT_WORD ? 1 : 2
  if (Math.abs(one.length - other.length) > most || longest > LONGEST_COMPARED) return false
  return editDistance(one, other, most) <= most
}
