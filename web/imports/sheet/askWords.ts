import type { ImportKind } from '#contract/imports.ts'
import type { ColumnChoice, Remembered } from './guessColumns.ts'
import type { Sheet } from './Spreadsheet.ts'
import type { Target } from './targets.ts'

/** By field and then by folded word (`foldWord`): what the word means; a choice of the form, or a name known here. */
export type WordAnswers = Record<string, Record<string, string>>

export type WordQuestion = {
  target: Target
  /** The heading of its column. */
  heading: string
  /** The words that are not a choice of the form themselves, the most frequent first, each with the guess. */
  words: { word: string; rows: number; guess: string | null }[]
  /** Those that need no question, as the form spells them. */
  understood: string[]
}

/** The key of a word in the answers. */
export const foldWord = (word: string) => word

/** One for each column that holds words of a list. One whose `words` are empty asks nothing. */
export function askWords(
  _kind: ImportKind,
  _sheet: Sheet,
  _header: number,
  _choices: ColumnChoice[],
  _remembered?: Remembered,
): WordQuestion[] {
  return []
}

/** The one name of ours that may be meant, as `St Kizito Girls Secondary School` by `St. Kizito Sec`. */
export function guessName(
  _field: string,
  _word: string,
  _ours: readonly string[],
  _remembered?: Remembered,
): string | undefined {
  return undefined
}
