import { fold } from '#contract/base/lists.ts'

/** The ref and every name that a student has had. */
export type Texts = { ref: string; names: string[] }

/** The words of a text, folded. Letters and digits are separate words, so that `EL-1000` is no part of `EL-10001`. */
const wordsIn = (text: string): string[] =>
  fold(text)
    .replaceAll(/'(s\b)?/g, '')
    .match(/\p{L}+|\p{N}+/gu) ?? []

/** The words that can be part of a name, without initials. */
const lettersOf = (words: string[]) => words.filter((word) => /^\p{L}{2,}$/u.test(word))

/** Each word with each of the next words, in alphabetical order, as people write names in any order. */
const pairsOf = (words: string[], next = words.length) =>
  words.flatMap((word, index) =>
    words
      .slice(index + 1, index + 1 + next)
      .filter((other) => other !== word)
      .map((other) => (word < other ? `${word} ${other}` : `${other} ${word}`)),
  )

/** Each two words of a name. */
export const namePairs = (name: string): string[] => pairsOf(lettersOf(wordsIn(name)))

/** The ref; none without letters and digits, because it could be any number or word. */
const refKeys = (ref: string) => (/\p{L}/u.test(ref) && /\p{N}/u.test(ref) ? [wordsIn(ref).join('-')] : [])

/** What names a student in a text: the ref, or two words of a name near each other. */
export const keysOf = ({ ref, names }: Texts): string[] => [...refKeys(ref), ...names.flatMap(namePairs)]

/** The distance of two words of a name: one other word may be between them. */
const NEAR = 2
/** The numbers of words that a ref can have. */
const REF_WORDS = [2, 3, 4]

/** Whether a text names a student by one of their keys. */
export const namesOneOf = (keys: ReadonlySet<string>) => (text: string) => {
  const words = wordsIn(text)
  return (
    pairsOf(lettersOf(words), NEAR).some((pair) => keys.has(pair)) ||
    words.some((_, index) =>
      REF_WORDS.some((length) => keys.has(words.slice(index, index + length).join('-'))),
    )
  )
}

/** Whether a word consists of at least two of the words: `faithatieno`. */
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
const longWords = (name: string) => lettersOf(wordsIn(name)).filter((word) => word.length > 2)

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

/** Whether a text names a student by more than what somebody has said: the ref, or a word of a name. */
export function namesMoreThan({ ref, names }: Texts, said: string) {
  const known = new Set(wordsIn(said))
  const unsaid = names.map((name) => wordsIn(name).filter((word) => !known.has(word)))
  const isRefSaid = namesOneOf(new Set(refKeys(ref)))(said)
  return containsPartOf({ ref: isRefSaid ? '' : ref, names: unsaid.map((words) => words.join(' ')) })
}

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
