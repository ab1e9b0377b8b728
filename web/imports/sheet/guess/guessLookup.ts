import { isSlip } from '#contract/base/nameGuesser.ts'
import { foldWord, onlyOne } from '../choiceOf.ts'

/** What a name of the sheet may mean: the one registered name that it certainly means, or the likely ones. */
export type NameGuess = { certain: string | undefined; guesses: string[] }

const NUMBERS: Record<string, string> = { i: '1', ii: '2', iii: '3', iv: '4', one: '1', two: '2', three: '3', four: '4', first: '1', second: '2', third: '3', fourth: '4', '1st': '1', '2nd': '2', '3rd': '3', '4th': '4' } // prettier-ignore

const wordsOf = (text: string) =>
  foldWord(text)
    .replace(/['.]/g, '')
    .replace(/([a-z])(\d)/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The number of a term or class: of `Form 2`, `F2`, `FORM TWO`, `2 East`. */
const numberIn = (words: readonly string[]) =>
  words.map((word) => NUMBERS[word] ?? word).find((word) => /^\d+$/.test(word))

/** Whether a word is short for another: `t` and `trm` for `term`. */
function isShortFor(short: string, whole: string): boolean {
  let at = 0
  return (
    short[0] === whole[0] && Array.from(short).every((letter) => (at = whole.indexOf(letter, at) + 1) > 0)
  )
}

/** Whether each word of a short form begins the word in its place: `Bus. St`, `B/Studies`. */
const begins = (short: readonly string[], whole: readonly string[]) =>
  short.length > 0 &&
  short.length <= whole.length &&
  short.every((word, index) => (whole[index] ?? '').startsWith(word.replace(/(?<=..)s$/, '')))

/** Finds registered terms or classes by the number of a word and by its kind: `F2`, `Term II`, `2 East`. */
export function guessNumbered(ours: readonly string[]) {
  const known = ours.map((name) => ({ name, words: wordsOf(name) }))
  return (said: string): NameGuess => {
    const words = wordsOf(said)
    const number = numberIn(words)
    const fitting = number ? known.filter((each) => numberIn(each.words) === number) : []
    const kind = words.find((word) => !NUMBERS[word] && !/^\d+$/.test(word))
    const ofKind = fitting.filter((each) => kind && isShortFor(kind, each.words[0] ?? ''))
    const found = (ofKind.length > 0 ? ofKind : fitting).map(({ name }) => name)
    // Further words, such as the name of a stream, need an answer.
    const isPlain = words.length === (kind ? 2 : 1) && (!kind || ofKind.length > 0)
    return { certain: isPlain ? onlyOne(found) : undefined, guesses: found }
  }
}

/** Whether two or more words begin a name, of which one may have a typing error: `Uniform & bording`. */
export function beginsWithSlip(said: readonly string[], whole: readonly string[]): boolean {
  const [words, ours] = [said, whole].map((some) => some.filter((word) => word !== 'and'))
  if (!words || !ours || words.length < 2 || words.length > ours.length) return false
  const wrong = words.flatMap((word, at) => (word === ours[at] ? [] : { word, meant: ours[at] ?? '' }))
  return wrong.length < 2 && wrong.every(({ word, meant }) => isSlip(word, meant))
}

/** Finds registered subjects or categories by a usual spelling or a short form: `Maths`, `C.R.E`, `B/Studies`. */
export function guessShortened(ours: readonly string[], spellings: Record<string, string> = {}) {
  const known = ours.map((name) => ({ name, words: wordsOf(name) }))
  return (said: string): NameGuess => {
    const words = wordsOf(said)
    const named = (fits: (each: (typeof known)[number]) => boolean) =>
      known.filter(fits).map(({ name }) => name)
    const all = words.join('')
    const spelled = named(
      ({ name }) => spellings[name]?.split(', ').some((each) => wordsOf(each).join('') === all) ?? false,
    )
    const joined = named((each) => each.words.join('') === all)
    const misspelt = named(
      (each) => isSlip(each.words.join(' '), words.join(' ')) || beginsWithSlip(words, each.words),
    )
    const short = named((each) => begins(words, each.words))
    return {
      certain: onlyOne(spelled) ?? onlyOne(joined) ?? onlyOne(misspelt),
      guesses: [...new Set([...spelled, ...joined, ...misspelt, ...short])],
    }
  }
}
