import { fold } from '#contract/base/lists.ts'

/** The ref and every name that the student has had. */
export type Texts = string[]

export const wordsIn = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

const joined = (text: string) => wordsIn(text).join('')

/** Whether a text or JSON contains one of the texts, with any or no characters between the words. */
export const containsOneOf = (texts: Texts) => {
  const words = texts.map(joined).filter((each) => each !== '')
  return (text: string) => {
    const all = joined(text)
    return words.some((each) => all.includes(each))
  }
}

/** Whether the name of a file contains one of the texts, or two words of a name: `faithatieno.jpg`. */
export const isFileNameOf = (texts: Texts) => {
  const isContained = containsOneOf(texts)
  const names = texts.map((text) => wordsIn(text).filter((word) => /^\p{L}{3,}$/u.test(word)))
  return (name: string) => {
    const all = joined(name)
    return isContained(name) || names.some((words) => words.filter((word) => all.includes(word)).length > 1)
  }
}

/**
 * Whether JSON mentions the student: `EL-1000` does not mean `EL-10001`, and a name of one word, such as `Faith`, only
 * counts where it is a whole value or a member of a list, because others may have it too.
 */
export const mentions = (texts: Texts) => {
  const words = texts.map((text) => {
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

/** Whether a text contains a part of a name. */
export const containsPartOf = (texts: Texts) => {
  const parts = texts.flatMap((text) => fold(text).split(' ')).filter((part) => part.length > 2)
  return (text: string) => parts.some((part) => fold(text).includes(part))
}
