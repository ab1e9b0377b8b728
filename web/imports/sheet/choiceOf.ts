import { isSlip } from '#contract/base/nameGuesser.ts'
import { fold } from '#contract/base/lists.ts'
import type { Remembered } from '#contract/imports.ts'
import type { Target } from './targets.ts'

/** The key of a word in the answers. */
export const foldWord = (word: string) => fold(word).replace(/\s+/g, ' ')

/** Looks up a word of the sheet, which may be any text, such as `constructor`. */
export const answerFor = <Meaning>(said: Record<string, Meaning> | undefined, key: string) =>
  said && Object.hasOwn(said, key) ? said[key] : undefined

/** Finds what a name meant in an earlier import, if that person or place is still registered. */
export function rememberedName(field: string, ours: readonly string[], remembered?: Remembered) {
  const known = new Set(ours)
  return (said: string): string | undefined => {
    const before = answerFor(remembered?.words[field], foldWord(said))
    return before !== undefined && known.has(before) ? before : undefined
  }
}

const lettersOf = (word: string) =>
  foldWord(word)
    .replace(/[^\p{L}\p{N}+&]+/gu, ' ')
    .trim()

/** The form's choice that a word certainly means: by its letters, a usual spelling, or one typing error. */
export function choiceOf(
  { words, spellings }: Pick<Target, 'words' | 'spellings'>,
  word: string,
): string | undefined {
  const folded = foldWord(word)
  const letters = lettersOf(word)
  const spelled = (choice: string) => [foldWord(choice), ...(spellings?.[choice]?.split(', ') ?? [])]
  return (
    words.find((choice) => spelled(choice).includes(folded)) ??
    onlyOne(words.filter((choice) => spelled(choice).some((each) => lettersOf(each) === letters))) ??
    onlyOne(words.filter((choice) => isSlip(lettersOf(choice), letters)))
  )
}

export const onlyOne = <Value>(some: readonly Value[]) => (some.length === 1 ? some[0] : undefined)
