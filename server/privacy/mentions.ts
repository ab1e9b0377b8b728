import { fold } from '#contract/base/lists.ts'

/** The ref and every name that a student has had. */
export type Texts = { ref: string; names: string[] }

/** A word is letters, perhaps with apostrophes between them but without the `s` of a genitive, or digits. */
const WORD = /(\p{L}\p{M}*(?:(?:['‘’ʼ](?!s\b))?\p{L}\p{M}*)*)(?:['‘’ʼ]s\b)?|\p{N}+/giu

/**
 * The words of a text, folded, with their places. Letters and digits are separate words, so that `EL-1000` is no part of
 * `EL-10001`.
 */
export const placedWords = (text: string) =>
  [...text.matchAll(WORD)].map(({ index, 0: whole, 1: word = whole }) => ({
    word: fold(word).replaceAll("'", ''),
    start: index,
    end: index + word.length,
  }))

export const wordsIn = (text: string): string[] => placedWords(text).map(({ word }) => word)

/** Whether a word can be part of a name: not an initial. */
const isNameWord = (word: string) => /^\p{L}{2,}$/u.test(word)
const lettersOf = (words: string[]) => words.filter(isNameWord)

/** Two words in alphabetical order, as people write names in any order. */
const pairOf = (word: string, other: string) => (word < other ? `${word} ${other}` : `${other} ${word}`)

/** All pairs of words in a name. */
export const namePairs = (name: string): string[] => {
  const words = [...new Set(lettersOf(wordsIn(name)))]
  return words.flatMap((word, place) => words.slice(place + 1).map((other) => pairOf(word, other)))
}

/** The ref; none without letters and digits, because it could be any number or word. */
const refKeys = (ref: string) => (/\p{L}/u.test(ref) && /\p{N}/u.test(ref) ? [wordsIn(ref).join('-')] : [])

/** What names a student in a text: the ref, or two words of a name near each other. */
export const keysOf = ({ ref, names }: Texts): string[] => [...refKeys(ref), ...names.flatMap(namePairs)]

/** The distance of two words of a name: one other word may be between them. */
const NEAR = 2
/** How many words a ref, or a name that somebody types, can have. */
const KEY_WORDS = [1, 2, 3, 4]

/** The places of the words that are keys: a pair of words near each other, or words in sequence. */
export const placesOf = (keys: ReadonlySet<string>) => (words: string[]) => {
  const places = new Set<number>()
  const letters = words.flatMap((word, place) => (isNameWord(word) ? { word, place } : []))
  letters.forEach(({ word, place }, at) => {
    for (const other of letters.slice(at + 1, at + 1 + NEAR))
      if (keys.has(pairOf(word, other.word))) places.add(place).add(other.place)
  })
  words.forEach((_, place) => {
    for (const length of KEY_WORDS)
      if (keys.has(words.slice(place, place + length).join('-')))
        for (let next = place; next < place + length; next += 1) places.add(next)
  })
  return places
}

/** Whether a text names a student by one of their keys. */
export const namesOneOf = (keys: ReadonlySet<string>) => {
  const placesIn = placesOf(keys)
  return (text: string) => placesIn(wordsIn(text)).size > 0
}

/** A fast test that rules out most texts: whether a text contains a word of a name, or the number of the ref. */
export const hasWordOf = ({ ref, names }: Texts) => {
  const parts = new Set([
    ...names.flatMap((name) => lettersOf(wordsIn(name))),
    ...(ref.match(/\p{N}+/gu) ?? []),
  ])
  // Folding takes longer than the rest.
  const plain = (text: string) => (/^[\0-\x7f]*$/.test(text) ? text.toLowerCase() : fold(text))
  return (text: string) => {
    const unquoted = plain(text).replaceAll("'", '')
    for (const part of parts) if (unquoted.includes(part)) return true
    return false
  }
}

/**
 * Whether an adult's name contains the ref or every word of a student's name. Fewer words prove nothing, because children have
 * words of their parents' names.
 */
export const isNameOf = ({ ref, names }: Texts) => {
  const hasRef = namesOneOf(new Set(refKeys(ref)))
  const whole = names.map((name) => lettersOf(wordsIn(name))).filter((words) => words.length > 1)
  return (text: string) => {
    const words = new Set(wordsIn(text))
    return hasRef(text) || whole.some((name) => name.every((word) => words.has(word)))
  }
}

/** Whether a word is at least two of the words joined: `faithatieno`. */
const isJoined = (word: string, words: string[], count = 0): boolean =>
  word === ''
    ? count > 1
    : words.some(
        (part) =>
          word.startsWith(part) &&
          isJoined(
            word.slice(part.length),
            words.filter((other) => other !== part),
            count + 1,
          ),
      )

/** The words of a name that are long enough to be recognised alone. */
export const longWords = (name: string) => lettersOf(wordsIn(name)).filter((word) => word.length > 2)

/** Whether the name of a file names a student, also without spaces. */
export const isFileNameOf = (student: Texts) => {
  const isNamed = namesOneOf(new Set(keysOf(student)))
  const names = student.names.map(longWords)
  return (file: string) =>
    isNamed(file) || wordsIn(file).some((word) => names.some((words) => isJoined(word, words)))
}

/** Whether a text that is likely to be about a student names them, also by one word. */
export const containsPartOf = (student: Texts) => {
  const isNamed = isFileNameOf(student)
  const parts = new Set(student.names.flatMap(longWords))
  return (text: string) => isNamed(text) || wordsIn(text).some((word) => parts.has(word))
}

/** Whether a text names a student by more than `said` does: by the ref, or by a further word of a name. */
export function namesMoreThan({ ref, names }: Texts, said: string) {
  const known = new Set(wordsIn(said))
  const unsaid = names.map((name) => wordsIn(name).filter((word) => !known.has(word)))
  const isRefSaid = namesOneOf(new Set(refKeys(ref)))(said)
  return containsPartOf({ ref: isRefSaid ? '' : ref, names: unsaid.map((words) => words.join(' ')) })
}

/** Whether two names share two words, in any order, or are equal. */
export const isSamePerson = (name: string, other: string) =>
  name !== '' && (fold(name) === fold(other) || namesOneOf(new Set(namePairs(other)))(name))

/**
 * Whether JSON mentions the student by the whole name: `EL-1000` does not mean `EL-10001`, and a name of one word, such as
 * `Faith`, only counts where it is a whole value or a member of a list, because others may have it too.
 */
export const mentions = ({ ref, names }: Texts) => {
  const words = [ref, ...names].map((text) => {
    const word = JSON.stringify(fold(text))
      .slice(1, -1)
      .replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    return /[\s-]/.test(text)
      ? String.raw`(?<![\p{L}\p{N}])${word}(?![\p{L}\p{N}])`
      : `(?<="|, )${word}(?="|, )`
  })
  const pattern = new RegExp(words.join('|'), 'u')
  return (json: string) => pattern.test(fold(json))
}
