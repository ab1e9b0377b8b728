import { fold, searchWords } from './base/lists.ts'

/** Apostrophes make no difference: `ngugi` finds Ng'ũgĩ. */
const plain = (text: string) => fold(text).replaceAll("'", '')

/** The words that are compared. */
export const matchedWords = (typed: string): string[] => searchWords(plain(typed))

/** What the search compares of a result. `numbers` are the ref, and other numbers that are a student's own. */
export type Subject = { name: string; numbers?: readonly string[]; others?: readonly string[] }

/** What matches, the best first. */
export const ranks = { NUMBER: 1, IN_ORDER: 2, ANY_ORDER: 3, WITH_OTHERS: 4, INSIDE: 5 } as const

/** `skipped`: the words of the name before the first typed one; `gap`: those between typed ones. */
export type Match = { rank: (typeof ranks)[keyof typeof ranks]; skipped: number; gap: number }

/** How well folded words match a subject; undefined if one of them does not. */
export function matchWords({ name, numbers = [], others = [] }: Subject, words: readonly string[]) {
  const found = (rank: Match['rank'], { skipped = 0, gap = 0 } = {}): Match => ({ rank, skipped, gap })
  if (words.length === 1 && numbers.some((number) => isNumber(number, words[0] ?? '')))
    return found(ranks.NUMBER)
  const [ownName, ownNumbers, besides] = [[plain(name)], numbers.map(plain), others.map(plain)]
  const begins = (texts: string[], word: string) =>
    texts.some((text) => placesOf(text, word).begins.length > 0)
  const isIn = (texts: string[], word: string) => texts.some((text) => text.includes(word))
  const own = [...ownName, ...ownNumbers]

  if (words.every((word) => begins(ownName, word))) {
    const inOrder = findInOrder(wordsOf(name), words)
    return inOrder ? found(ranks.IN_ORDER, inOrder) : found(ranks.ANY_ORDER)
  }
  if (!words.some((word) => isIn(own, word))) return undefined
  if (!words.every((word) => isIn(own, word) || begins(besides, word))) return undefined
  // Without a word of the name, the 3 of `form 3` would be the beginning of an admission number.
  const beside = words.some((word) => begins(ownName, word)) ? besides : []
  const isWhole = words.every((word) => begins([...own, ...beside], word))
  return found(isWhole ? ranks.WITH_OTHERS : ranks.INSIDE)
}

/** Whether a word is a whole number, or what follows the letters and zeros of a ref. */
const isNumber = (number: string, word: string) =>
  fold(number) === word ||
  (/\d$/.test(word) && /^[a-z]+-0*/.test(fold(number)) && refEnd(number) === refEnd(word))

const refEnd = (ref: string) => fold(ref).replace(/^([a-z]+-)?0*/, '')

function findInOrder(
  names: string[],
  words: readonly string[],
): { skipped: number; gap: number } | undefined {
  let [first, next] = [-1, 0]
  for (const word of words) {
    const index = names.findIndex((name, at) => at >= next && name.startsWith(word))
    if (index < 0) return undefined
    if (first < 0) first = index
    next = index + 1
  }
  return { skipped: first, gap: next - first - words.length }
}

/** The words of a name that are compared. */
export const wordsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)

type Folded = { letters: string[]; folded: string; places: number[] }

/** A text folded letter by letter, because folding may change its length. */
function foldText(text: string): Folded {
  const letters = Array.from(text)
  const each = letters.map((letter) => (fold(letter) === "'" ? '' : fold(letter) || ' '))
  const places = each.flatMap((letter, index) => Array.from(letter, () => index))
  return { letters, folded: each.join(''), places }
}

/** Where a folded word occurs in a text: at the beginning of a word, and inside. */
function placesOf(folded: string, word: string): { begins: number[]; inside: number[] } {
  const [begins, inside]: [number[], number[]] = [[], []]
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
    (/[\p{L}\p{N}]/u.test(folded[at - 1] ?? ' ') ? inside : begins).push(at)
  return { begins, inside }
}

type Part = { text: string; isMarked: boolean }

/** Splits the texts of a result where the words match: at the beginnings of words, or inside if there is none. */
export function markWords(texts: readonly string[], words: readonly string[]): Part[][] {
  const all = texts.map(foldText)
  const marked = all.map(() => new Set<number>())
  for (const word of words) {
    const places = all.map((text) => placesOf(text.folded, word))
    const kind = places.some(({ begins }) => begins.length > 0) ? 'begins' : 'inside'
    const text = places.findIndex((each) => each[kind].length > 0)
    const letters = all[text]?.places ?? []
    for (const start of places[text]?.[kind] ?? [])
      for (let at = letters[start] ?? 0; at <= (letters[start + word.length - 1] ?? -1); at++)
        marked[text]?.add(at)
  }
  return all.map(({ letters }, text) => partsOf(letters, (index) => marked[text]?.has(index) ?? false))
}

function partsOf(letters: string[], isAt: (index: number) => boolean): Part[] {
  const parts: Part[] = []
  for (const [index, letter] of letters.entries()) {
    const last = parts.at(-1)
    const isMarked = isAt(index)
    if (last?.isMarked === isMarked) last.text += letter
    else parts.push({ text: letter, isMarked })
  }
  return parts
}
