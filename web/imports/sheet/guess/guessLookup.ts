import { foldWord } from '../choiceOf.ts'

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

/** Whether each word of a short form begins the word in its place: `Bus. St`, `B/Studies`. */
const isShortFor = (short: readonly string[], whole: readonly string[]) =>
  short.length > 0 &&
  short.length <= whole.length &&
  short.every((word, index) => (whole[index] ?? '').startsWith(word.replace(/(?<=..)s$/, '')))

const onlyOf = <Value>(some: readonly Value[]) => (some.length === 1 ? some[0] : undefined)

/** Finds the one registered term or class with the number of a word, and the kind that the word names, if it does. */
export function guessNumbered(ours: readonly string[]) {
  const known = ours.map((name) => ({ name, words: wordsOf(name) }))
  return (said: string): string | undefined => {
    const words = wordsOf(said)
    const number = numberIn(words)
    const fitting = number ? known.filter((each) => numberIn(each.words) === number) : []
    const kind = words.find((word) => !NUMBERS[word] && !/^\d+$/.test(word))
    const ofKind = fitting.filter((each) => kind && (each.words[0] ?? '').startsWith(kind))
    return (onlyOf(ofKind) ?? onlyOf(fitting))?.name
  }
}

/** Finds the one registered subject or category that a short form means: `Maths`, `ENG`, `C.R.E`, `B/Studies`. */
export function guessShortened(ours: readonly string[], spellings: Record<string, string> = {}) {
  const known = ours.map((name) => ({ name, words: wordsOf(name) }))
  return (said: string): string | undefined => {
    const words = wordsOf(said)
    const spelled = known.filter(({ name }) => spellings[name]?.split(', ').includes(words.join(' ')))
    const joined = known.filter((each) => each.words.join('') === words.join(''))
    const short = known.filter((each) => isShortFor(words, each.words))
    const asLong = short.filter((each) => each.words.length === words.length)
    return (onlyOf(spelled) ?? onlyOf(joined) ?? onlyOf(asLong) ?? onlyOf(short))?.name
  }
}
